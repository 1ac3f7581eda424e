/* assets.h: files of this folder that are built into the library as text (scripts/embed.py). */
#pragma once

extern const char asset_page_html[], asset_page_css[], asset_page_js[];
