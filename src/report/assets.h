/* assets.h: files of this folder that are built in as text (scripts/embed.py). */
#pragma once

extern const char asset_page_html[], asset_page_css[], asset_page_js[];
extern const char asset_frame_html[], asset_study_html[];
