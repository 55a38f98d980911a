#include "ConsolePage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// A new file of the page needs an array here and a row in the table.
static const unsigned char index_html[] = {
#embed "page/index.html"
};

static const unsigned char app_js[] = {
#embed "page/app.js"
};

static const unsigned char base_announce_js[] = {
#embed "page/base/announce.js"
};

static const unsigned char base_copy_js[] = {
#embed "page/base/copy.js"
};

static const unsigned char base_dom_js[] = {
#embed "page/base/dom.js"
};

static const unsigned char base_format_js[] = {
#embed "page/base/format.js"
};

static const unsigned char base_icons_js[] = {
#embed "page/base/icons.js"
};

static const unsigned char base_keyboard_js[] = {
#embed "page/base/keyboard.js"
};

static const unsigned char base_parts_js[] = {
#embed "page/base/parts.js"
};

static const unsigned char detail_certificates_js[] = {
#embed "page/detail/certificates.js"
};

static const unsigned char detail_detail_js[] = {
#embed "page/detail/detail.js"
};

static const unsigned char detail_fix_js[] = {
#embed "page/detail/fix.js"
};

static const unsigned char detail_lastloads_js[] = {
#embed "page/detail/lastloads.js"
};

static const unsigned char detail_probe_js[] = {
#embed "page/detail/probe.js"
};

static const unsigned char detail_timeline_js[] = {
#embed "page/detail/timeline.js"
};

static const unsigned char icon_svg[] = {
#embed "page/icon.svg"
};

static const unsigned char list_cells_js[] = {
#embed "page/list/cells.js"
};

static const unsigned char list_clearing_js[] = {
#embed "page/list/clearing.js"
};

static const unsigned char list_empty_js[] = {
#embed "page/list/empty.js"
};

static const unsigned char list_filters_js[] = {
#embed "page/list/filters.js"
};

static const unsigned char list_list_js[] = {
#embed "page/list/list.js"
};

static const unsigned char list_loadcells_js[] = {
#embed "page/list/loadcells.js"
};

static const unsigned char list_since_js[] = {
#embed "page/list/since.js"
};

static const unsigned char list_sorting_js[] = {
#embed "page/list/sorting.js"
};

static const unsigned char list_statusbar_js[] = {
#embed "page/list/statusbar.js"
};

static const unsigned char list_strip_js[] = {
#embed "page/list/strip.js"
};

static const unsigned char list_views_js[] = {
#embed "page/list/views.js"
};

static const unsigned char live_api_js[] = {
#embed "page/live/api.js"
};

static const unsigned char live_connection_js[] = {
#embed "page/live/connection.js"
};

static const unsigned char live_downloads_js[] = {
#embed "page/live/downloads.js"
};

static const unsigned char live_events_js[] = {
#embed "page/live/events.js"
};

static const unsigned char live_loads_js[] = {
#embed "page/live/loads.js"
};

static const unsigned char live_sharing_js[] = {
#embed "page/live/sharing.js"
};

static const unsigned char live_stream_js[] = {
#embed "page/live/stream.js"
};

static const unsigned char panels_compare_js[] = {
#embed "page/panels/compare.js"
};

static const unsigned char panels_devices_js[] = {
#embed "page/panels/devices.js"
};

static const unsigned char panels_exports_js[] = {
#embed "page/panels/exports.js"
};

static const unsigned char panels_overview_js[] = {
#embed "page/panels/overview.js"
};

static const unsigned char panels_pane_js[] = {
#embed "page/panels/pane.js"
};

static const unsigned char panels_panels_js[] = {
#embed "page/panels/panels.js"
};

static const unsigned char panels_whatif_js[] = {
#embed "page/panels/whatif.js"
};

static const unsigned char state_address_js[] = {
#embed "page/state/address.js"
};

static const unsigned char state_age_js[] = {
#embed "page/state/age.js"
};

static const unsigned char state_inforce_js[] = {
#embed "page/state/inforce.js"
};

static const unsigned char state_loads_js[] = {
#embed "page/state/loads.js"
};

static const unsigned char state_match_js[] = {
#embed "page/state/match.js"
};

static const unsigned char state_order_js[] = {
#embed "page/state/order.js"
};

static const unsigned char state_since_js[] = {
#embed "page/state/since.js"
};

static const unsigned char state_table_js[] = {
#embed "page/state/table.js"
};

static const unsigned char state_view_js[] = {
#embed "page/state/view.js"
};

static const unsigned char state_words_js[] = {
#embed "page/state/words.js"
};

static const unsigned char style_guide_css[] = {
#embed "page/style/guide.css"
};

static const unsigned char style_layout_css[] = {
#embed "page/style/layout.css"
};

static const unsigned char style_list_css[] = {
#embed "page/style/list.css"
};

static const unsigned char style_pane_css[] = {
#embed "page/style/pane.css"
};

static const unsigned char style_print_css[] = {
#embed "page/style/print.css"
};

static const unsigned char style_theme_css[] = {
#embed "page/style/theme.css"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}

static const console_page_file files[] = {
    FILE_OF("index.html", index_html),
    FILE_OF("app.js", app_js),
    FILE_OF("base/announce.js", base_announce_js),
    FILE_OF("base/copy.js", base_copy_js),
    FILE_OF("base/dom.js", base_dom_js),
    FILE_OF("base/format.js", base_format_js),
    FILE_OF("base/icons.js", base_icons_js),
    FILE_OF("base/keyboard.js", base_keyboard_js),
    FILE_OF("base/parts.js", base_parts_js),
    FILE_OF("detail/certificates.js", detail_certificates_js),
    FILE_OF("detail/detail.js", detail_detail_js),
    FILE_OF("detail/fix.js", detail_fix_js),
    FILE_OF("detail/lastloads.js", detail_lastloads_js),
    FILE_OF("detail/probe.js", detail_probe_js),
    FILE_OF("detail/timeline.js", detail_timeline_js),
    FILE_OF("icon.svg", icon_svg),
    FILE_OF("list/cells.js", list_cells_js),
    FILE_OF("list/clearing.js", list_clearing_js),
    FILE_OF("list/empty.js", list_empty_js),
    FILE_OF("list/filters.js", list_filters_js),
    FILE_OF("list/list.js", list_list_js),
    FILE_OF("list/loadcells.js", list_loadcells_js),
    FILE_OF("list/since.js", list_since_js),
    FILE_OF("list/sorting.js", list_sorting_js),
    FILE_OF("list/statusbar.js", list_statusbar_js),
    FILE_OF("list/strip.js", list_strip_js),
    FILE_OF("list/views.js", list_views_js),
    FILE_OF("live/api.js", live_api_js),
    FILE_OF("live/connection.js", live_connection_js),
    FILE_OF("live/downloads.js", live_downloads_js),
    FILE_OF("live/events.js", live_events_js),
    FILE_OF("live/loads.js", live_loads_js),
    FILE_OF("live/sharing.js", live_sharing_js),
    FILE_OF("live/stream.js", live_stream_js),
    FILE_OF("panels/compare.js", panels_compare_js),
    FILE_OF("panels/devices.js", panels_devices_js),
    FILE_OF("panels/exports.js", panels_exports_js),
    FILE_OF("panels/overview.js", panels_overview_js),
    FILE_OF("panels/pane.js", panels_pane_js),
    FILE_OF("panels/panels.js", panels_panels_js),
    FILE_OF("panels/whatif.js", panels_whatif_js),
    FILE_OF("state/address.js", state_address_js),
    FILE_OF("state/age.js", state_age_js),
    FILE_OF("state/inforce.js", state_inforce_js),
    FILE_OF("state/loads.js", state_loads_js),
    FILE_OF("state/match.js", state_match_js),
    FILE_OF("state/order.js", state_order_js),
    FILE_OF("state/since.js", state_since_js),
    FILE_OF("state/table.js", state_table_js),
    FILE_OF("state/view.js", state_view_js),
    FILE_OF("state/words.js", state_words_js),
    FILE_OF("style/guide.css", style_guide_css),
    FILE_OF("style/layout.css", style_layout_css),
    FILE_OF("style/list.css", style_list_css),
    FILE_OF("style/pane.css", style_pane_css),
    FILE_OF("style/print.css", style_print_css),
    FILE_OF("style/theme.css", style_theme_css),
};

const size_t console_page_count = sizeof files / sizeof files[0];

console_page_file console_page_file_at(size_t index) {
    return files[index];
}
