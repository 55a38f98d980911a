#include "ConsolePage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// A new guide needs an array here and a row in the table.
static const unsigned char readme[] = {
#embed "../../docs/README.md"
};

static const unsigned char agents[] = {
#embed "../../docs/agents.md"
};

static const unsigned char apps_that_ignore_proxies[] = {
#embed "../../docs/apps-that-ignore-proxies.md"
};

static const unsigned char captures[] = {
#embed "../../docs/captures.md"
};

static const unsigned char check_servers[] = {
#embed "../../docs/check-servers.md"
};

static const unsigned char ci[] = {
#embed "../../docs/ci.md"
};

static const unsigned char compare_builds[] = {
#embed "../../docs/compare-builds.md"
};

static const unsigned char configuration[] = {
#embed "../../docs/configuration.md"
};

static const unsigned char console[] = {
#embed "../../docs/console.md"
};

static const unsigned char data[] = {
#embed "../../docs/data.md"
};

static const unsigned char design[] = {
#embed "../../docs/design.md"
};

static const unsigned char development[] = {
#embed "../../docs/development.md"
};

static const unsigned char events[] = {
#embed "../../docs/events.md"
};

static const unsigned char evidence[] = {
#embed "../../docs/evidence.md"
};

static const unsigned char exit_statuses[] = {
#embed "../../docs/exit-statuses.md"
};

static const unsigned char fix_violations[] = {
#embed "../../docs/fix-violations.md"
};

static const unsigned char glossary[] = {
#embed "../../docs/glossary.md"
};

static const unsigned char installation[] = {
#embed "../../docs/installation.md"
};

static const unsigned char lab[] = {
#embed "../../docs/lab.md"
};

static const unsigned char limits[] = {
#embed "../../docs/limits.md"
};

static const unsigned char management_services[] = {
#embed "../../docs/management-services.md"
};

static const unsigned char nightly_tests[] = {
#embed "../../docs/nightly-tests.md"
};

static const unsigned char performance[] = {
#embed "../../docs/performance.md"
};

static const unsigned char phones[] = {
#embed "../../docs/phones.md"
};

static const unsigned char policies[] = {
#embed "../../docs/policies.md"
};

static const unsigned char policy_tests[] = {
#embed "../../docs/policy-tests.md"
};

static const unsigned char qa_builds[] = {
#embed "../../docs/qa-builds.md"
};

static const unsigned char recordings[] = {
#embed "../../docs/recordings.md"
};

static const unsigned char reports[] = {
#embed "../../docs/reports.md"
};

static const unsigned char rules[] = {
#embed "../../docs/rules.md"
};

static const unsigned char server_configuration[] = {
#embed "../../docs/server-configuration.md"
};

static const unsigned char several_apps[] = {
#embed "../../docs/several-apps.md"
};

static const unsigned char simulators[] = {
#embed "../../docs/simulators.md"
};

static const unsigned char test_cases[] = {
#embed "../../docs/test-cases.md"
};

static const unsigned char test_kits[] = {
#embed "../../docs/test-kits.md"
};

static const unsigned char troubleshooting[] = {
#embed "../../docs/troubleshooting.md"
};

static const unsigned char unit_tests[] = {
#embed "../../docs/unit-tests.md"
};

static const unsigned char upstream_proxy[] = {
#embed "../../docs/upstream-proxy.md"
};

static const unsigned char watch[] = {
#embed "../../docs/watch.md"
};

#define GUIDE(name, text) {name, text, sizeof text}

static const console_page_file guides[] = {
    GUIDE("README", readme),
    GUIDE("agents", agents),
    GUIDE("apps-that-ignore-proxies", apps_that_ignore_proxies),
    GUIDE("captures", captures),
    GUIDE("check-servers", check_servers),
    GUIDE("ci", ci),
    GUIDE("compare-builds", compare_builds),
    GUIDE("configuration", configuration),
    GUIDE("console", console),
    GUIDE("data", data),
    GUIDE("design", design),
    GUIDE("development", development),
    GUIDE("events", events),
    GUIDE("evidence", evidence),
    GUIDE("exit-statuses", exit_statuses),
    GUIDE("fix-violations", fix_violations),
    GUIDE("glossary", glossary),
    GUIDE("installation", installation),
    GUIDE("lab", lab),
    GUIDE("limits", limits),
    GUIDE("management-services", management_services),
    GUIDE("nightly-tests", nightly_tests),
    GUIDE("performance", performance),
    GUIDE("phones", phones),
    GUIDE("policies", policies),
    GUIDE("policy-tests", policy_tests),
    GUIDE("qa-builds", qa_builds),
    GUIDE("recordings", recordings),
    GUIDE("reports", reports),
    GUIDE("rules", rules),
    GUIDE("server-configuration", server_configuration),
    GUIDE("several-apps", several_apps),
    GUIDE("simulators", simulators),
    GUIDE("test-cases", test_cases),
    GUIDE("test-kits", test_kits),
    GUIDE("troubleshooting", troubleshooting),
    GUIDE("unit-tests", unit_tests),
    GUIDE("upstream-proxy", upstream_proxy),
    GUIDE("watch", watch),
};

const size_t console_guide_count = sizeof guides / sizeof guides[0];

console_page_file console_guide_at(size_t index) {
    return guides[index];
}
