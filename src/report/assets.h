/* assets.h: files of this folder and of studies/ that are built into the library as text
 * (scripts/embed.py). */
#pragma once

extern const char asset_page_html[], asset_page_css[], asset_page_js[];
extern const char asset_frame_html[], asset_study_html[];
extern const char asset_study_000[], asset_study_000_published[];
extern const char asset_study_001[], asset_study_001_published[];
extern const char asset_study_002[], asset_study_002_published[];
extern const char asset_study_003[], asset_study_003_published[];
extern const char asset_study_004[], asset_study_004_published[];
