// Starts the debug adapter of dungeon-host for launch configurations of the type "dungeon-host".

const vscode = require("vscode");

exports.activate = (context) => {
  const factory = {
    createDebugAdapterDescriptor: () => {
      const program = vscode.workspace.getConfiguration("dungeonHost").get("program");
      return new vscode.DebugAdapterExecutable(program, ["debug", "--dap"]);
    },
  };
  context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory("dungeon-host", factory));
};
