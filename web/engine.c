/* engine.c: what the page needs of the library beyond isolab.h.
 *
 * The page calls the functions of isolab.h themselves, by name. It cannot hand over a function to be
 * called back, so this one stands in for it and calls the page's.
 */
#include "isolab.h"

__attribute__((import_module("page"), import_name("watch"))) void
page_watch(const IsolabChoice *so_far);

typedef void (*Watch)(void *context, const IsolabChoice *so_far);

ISOLAB_API Watch web_watch(void);

static void tell_page(void *context, const IsolabChoice *so_far)
{
    (void)context;
    page_watch(so_far);
}

/* For IsolabSearch's `watch`. */
Watch web_watch(void)
{
    return tell_page;
}
