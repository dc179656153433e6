// Starts the debug adapter of dungeon-host for launch configurations of the type "dungeon-host".

const { execFile } = require("child_process");
const path = require("path");
const vscode = require("vscode");

const WHERE = "in the settings of the user or of the machine";

// Fails with a message when the program does not start: VS Code shows nothing then.
const tryProgram = (program) =>
  new Promise((resolve, reject) => {
    execFile(program, ["debug", "--help"], (error, _, stderr) => {
      if (!error) {
        resolve();
      } else if (error.code !== "ENOENT") {
        reject(new Error(`The program "${program}" fails: ${stderr.trim() || error.message}`));
      } else if (path.basename(program) === program) {
        const advice = `Install dungeon-host, or set dungeonHost.program to the path of the program ${WHERE}.`;
        reject(new Error(`The program "${program}" is not on the PATH of the editor. ${advice}`));
      } else {
        reject(new Error(`There is no program "${program}". Change dungeonHost.program ${WHERE}.`));
      }
    });
  });

exports.activate = (context) => {
  const factory = {
    createDebugAdapterDescriptor: async () => {
      const program = vscode.workspace.getConfiguration("dungeonHost").get("program");
      await tryProgram(program);
      return new vscode.DebugAdapterExecutable(program, ["debug", "--dap"]);
    },
  };
  const provider = {
    // In a folder without launch.json the configuration is empty.
    resolveDebugConfiguration: (folder, configuration) =>
      configuration.type || configuration.request || configuration.name
        ? configuration
        : {
            type: "dungeon-host",
            request: "launch",
            name: "generate",
            command: "generate",
            args: [],
            cwd: folder ? folder.uri.fsPath : undefined,
          },
  };
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("dungeon-host", factory),
    vscode.debug.registerDebugConfigurationProvider("dungeon-host", provider),
  );
};
