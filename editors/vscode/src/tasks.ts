/** Tasks of the type `drista`: a check of a program, or the tests of a folder. */
import * as vscode from 'vscode';
import { placeFor } from './settings';

/** `contributes.taskDefinitions` of package.json. */
interface DristaTask extends vscode.TaskDefinition {
  readonly command: 'check' | 'test';
  readonly program?: string;
  readonly arguments?: readonly string[];
}

export const taskProvider: vscode.TaskProvider = {
  provideTasks: () =>
    (vscode.workspace.workspaceFolders ?? []).map((folder) => taskOf({ type: 'drista', command: 'test' }, folder)),
  resolveTask: (task) => {
    const folder = typeof task.scope === 'object' ? task.scope : vscode.workspace.workspaceFolders?.[0];
    const definition = task.definition as DristaTask;
    const isWhole = definition.command === 'test' || definition.program !== undefined;
    return folder === undefined || !isWhole ? undefined : taskOf(definition, folder);
  },
};

function taskOf(definition: DristaTask, folder: vscode.WorkspaceFolder): vscode.Task {
  const { command, folder: cwd } = placeFor(folder);
  const more = definition.arguments ?? [];
  const report = ['--report', 'gcc=-'];
  const program = definition.program ?? '';
  const line =
    definition.command === 'test'
      ? ['test', ...report, ...more]
      : [...report, ...more, program.includes('/') ? program : `./${program}`];
  const name = definition.command === 'test' ? 'test' : `check ${program}`;
  const task = new vscode.Task(
    definition,
    folder,
    name,
    'drista',
    new vscode.ProcessExecution(command, line, { cwd }),
    ['$drista'],
  );
  if (definition.command === 'test') task.group = vscode.TaskGroup.Test;
  return task;
}
