/** By which a person calls the programs: npm's scripts in a clone, or the command of the package (apps/local/package). */
export const CALLED = named(process.env['ROLLBOOK_CALLED_AS']);

function named(command: string | undefined): {
  start: string;
  startWith: string;
  events: string;
  token: string;
} {
  if (!command)
    return {
      start: 'npm start',
      startWith: 'npm start --',
      events: 'npm run events',
      token: 'npm run --silent token --',
    };
  return {
    start: `${command} dev`,
    startWith: `${command} dev`,
    events: `${command} events tail --all-accounts`,
    token: `${command} token`,
  };
}
