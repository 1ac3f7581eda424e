/* escape.h: other people's text, made harmless where it goes.
 *
 * Agent names, file names and messages of engines may hold any bytes. What is not UTF-8, or is a
 * control character, becomes U+FFFD; the rest stays what it was for the reader.
 */
#pragma once

#include "util/text.h"

void escape_html(Text *text, const char *string); // for element content and quoted attributes

/* A JSON string with its quotes, also safe inside a <script> element. */
void escape_json(Text *text, const char *string);
