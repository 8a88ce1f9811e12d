import { Argument, type Command } from 'commander';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** What may come after these words of a command. */
interface Place {
  after: string;
  words: string[];
  isLeaf: boolean;
}

export function addCompletionCommand(rollbook: Command): void {
  rollbook
    .command('completion')
    .description(
      'Prints the completion script of a shell: source <(rollbook completion), source <(rollbook completion zsh), or ' +
        'rollbook completion fish | source.',
    )
    .addArgument(new Argument('[shell]').choices(Object.keys(SHELLS)).default('bash'))
    .action((shell: keyof typeof SHELLS) => console.log(SHELLS[shell](placesOf(rollbook))));
}

/** The innermost first: `users list` is checked before `users`. */
function placesOf(command: Command, after = ''): Place[] {
  const inner = command.commands.flatMap((each) => placesOf(each, `${after} ${each.name()}`.trim()));
  const words = command.commands.map((each) => each.name());
  const options = command.options.flatMap(({ long }) => long ?? []);
  return [...inner, { after, words: [...words, ...options], isLeaf: words.length === 0 }];
}

function bashCompletion(places: Place[]): string {
  return `_rollbook() {
  local words typed="\${COMP_WORDS[*]:1:COMP_CWORD-1} "
  case "$typed" in
${caseLines(places)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _rollbook rollbook`;
}

function zshCompletion(places: Place[]): string {
  return `_rollbook() {
  local words_ typed="\${(j: :)words[2,CURRENT-1]} "
  case "$typed" in
${caseLines(places).replaceAll(' words=', ' words_=')}
  esac
  compadd -- \${=words_} || _files
}
compdef _rollbook rollbook`;
}

function caseLines(places: Place[]): string {
  return places
    .map(({ after, words }) => `    ${after ? `"${after} "*` : '*'}) words="${words.join(' ')}" ;;`)
    .join('\n');
}

/** A command with subcommands is complete only at its end; otherwise its options may come anywhere after it. */
function fishCompletion(places: Place[]): string {
  const lines = places.map(({ after, words, isLeaf }) => {
    const typed = `rollbook ${after}`.trim();
    return `complete -c rollbook -n '__rollbook_after "${typed}${isLeaf ? '*' : ''}"' -a '${words.join(' ')}'`;
  });
  return `function __rollbook_after
  # The words before the one that is typed now, without options.
  set -l typed (string match -v -- '-*' (commandline -opc))
  set typed[1] rollbook
  string match -q -- "$argv[1]" (string join ' ' $typed)
end
${lines.join('\n')}`;
}
