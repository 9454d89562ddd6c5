// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NightlySite.h"

#include "Arguments.h"
#include "Output.h"
#include "nightly/Site.h"
#include "report/TextReport.h"
#include "support/Grouped.h"

#include <fmt/format.h>

#include <memory>

namespace coverme {
ExitCode runNightlySite(std::vector<std::string> arguments) {
  std::string store, folder;
  CLI::App app("Makes the dashboard of a store of nightly runs.");
  app.set_help_flag("-h,--help", "Print this help");
  app.formatter(std::make_shared<HelpFormatter>(
      fmt::format("Usage: {}", kNightlySiteUsage)));
  app.add_option("STORE", store, "What the nightly runs have written")
      ->required();
  app.add_option("--out", folder, "Folder of the site, new or an earlier one")
      ->type_name("DIR")
      ->required();
  if (parse(app, arguments, kNightlySiteUsage))
    return ExitCode::Complete;
  const SiteFigures made = writeSite(store, folder);
  print(fmt::format("{}/index.html: {}, {}, {} of them written\n", folder,
                    plural(made.functions, "function"),
                    plural(made.files, "file"), grouped(made.changed)));
  return ExitCode::Complete;
}

} // namespace coverme
