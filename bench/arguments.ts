/** The arguments of the tools in this folder. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The options and names on the command line. Where they are wrong, says so and ends the process with exit code 2. */
export function argumentsOf<T extends ParseArgsConfig>(tool: string, config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(`${tool}: ${(error as Error).message}`);
    process.exit(2);
  }
}
