#include "ConsolePage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// A new file of the page needs an array here and a row in the table.
static const unsigned char index_html[] = {
#embed "page/index.html"
};

static const unsigned char address_js[] = {
#embed "page/address.js"
};

static const unsigned char announce_js[] = {
#embed "page/announce.js"
};

static const unsigned char api_js[] = {
#embed "page/api.js"
};

static const unsigned char app_js[] = {
#embed "page/app.js"
};

static const unsigned char cells_js[] = {
#embed "page/cells.js"
};

static const unsigned char certificates_js[] = {
#embed "page/certificates.js"
};

static const unsigned char connection_js[] = {
#embed "page/connection.js"
};

static const unsigned char copy_js[] = {
#embed "page/copy.js"
};

static const unsigned char detail_js[] = {
#embed "page/detail.js"
};

static const unsigned char devices_js[] = {
#embed "page/devices.js"
};

static const unsigned char dom_js[] = {
#embed "page/dom.js"
};

static const unsigned char empty_js[] = {
#embed "page/empty.js"
};

static const unsigned char events_js[] = {
#embed "page/events.js"
};

static const unsigned char exports_js[] = {
#embed "page/exports.js"
};

static const unsigned char filters_js[] = {
#embed "page/filters.js"
};

static const unsigned char fix_js[] = {
#embed "page/fix.js"
};

static const unsigned char format_js[] = {
#embed "page/format.js"
};

static const unsigned char icon_svg[] = {
#embed "page/icon.svg"
};

static const unsigned char icons_js[] = {
#embed "page/icons.js"
};

static const unsigned char keyboard_js[] = {
#embed "page/keyboard.js"
};

static const unsigned char layout_css[] = {
#embed "page/layout.css"
};

static const unsigned char list_css[] = {
#embed "page/list.css"
};

static const unsigned char list_js[] = {
#embed "page/list.js"
};

static const unsigned char match_js[] = {
#embed "page/match.js"
};

static const unsigned char order_js[] = {
#embed "page/order.js"
};

static const unsigned char overview_js[] = {
#embed "page/overview.js"
};

static const unsigned char pane_css[] = {
#embed "page/pane.css"
};

static const unsigned char pane_js[] = {
#embed "page/pane.js"
};

static const unsigned char panels_js[] = {
#embed "page/panels.js"
};

static const unsigned char parts_js[] = {
#embed "page/parts.js"
};

static const unsigned char print_css[] = {
#embed "page/print.css"
};

static const unsigned char qr_js[] = {
#embed "page/qr.js"
};

static const unsigned char sharing_js[] = {
#embed "page/sharing.js"
};

static const unsigned char statusbar_js[] = {
#embed "page/statusbar.js"
};

static const unsigned char stream_js[] = {
#embed "page/stream.js"
};

static const unsigned char strip_js[] = {
#embed "page/strip.js"
};

static const unsigned char table_js[] = {
#embed "page/table.js"
};

static const unsigned char theme_css[] = {
#embed "page/theme.css"
};

static const unsigned char timeline_js[] = {
#embed "page/timeline.js"
};

static const unsigned char whatif_js[] = {
#embed "page/whatif.js"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}

static const console_page_file files[] = {
    FILE_OF("index.html", index_html),
    FILE_OF("address.js", address_js),
    FILE_OF("announce.js", announce_js),
    FILE_OF("api.js", api_js),
    FILE_OF("app.js", app_js),
    FILE_OF("cells.js", cells_js),
    FILE_OF("certificates.js", certificates_js),
    FILE_OF("connection.js", connection_js),
    FILE_OF("copy.js", copy_js),
    FILE_OF("detail.js", detail_js),
    FILE_OF("devices.js", devices_js),
    FILE_OF("dom.js", dom_js),
    FILE_OF("empty.js", empty_js),
    FILE_OF("events.js", events_js),
    FILE_OF("exports.js", exports_js),
    FILE_OF("filters.js", filters_js),
    FILE_OF("fix.js", fix_js),
    FILE_OF("format.js", format_js),
    FILE_OF("icon.svg", icon_svg),
    FILE_OF("icons.js", icons_js),
    FILE_OF("keyboard.js", keyboard_js),
    FILE_OF("layout.css", layout_css),
    FILE_OF("list.css", list_css),
    FILE_OF("list.js", list_js),
    FILE_OF("match.js", match_js),
    FILE_OF("order.js", order_js),
    FILE_OF("overview.js", overview_js),
    FILE_OF("pane.css", pane_css),
    FILE_OF("pane.js", pane_js),
    FILE_OF("panels.js", panels_js),
    FILE_OF("parts.js", parts_js),
    FILE_OF("print.css", print_css),
    FILE_OF("qr.js", qr_js),
    FILE_OF("sharing.js", sharing_js),
    FILE_OF("statusbar.js", statusbar_js),
    FILE_OF("stream.js", stream_js),
    FILE_OF("strip.js", strip_js),
    FILE_OF("table.js", table_js),
    FILE_OF("theme.css", theme_css),
    FILE_OF("timeline.js", timeline_js),
    FILE_OF("whatif.js", whatif_js),
};

const size_t console_page_count = sizeof files / sizeof files[0];

console_page_file console_page_file_at(size_t index) {
    return files[index];
}
