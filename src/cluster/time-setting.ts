/** A number of milliseconds that the environment sets, so that tests need not wait. Undefined where it does not. */
export function timeSetting(name: string): number | undefined {
  const given = process.env[name];
  return given === undefined ? undefined : Number(given);
}
