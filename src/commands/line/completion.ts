import { COMMON_OPTIONS } from './arguments.ts';
import type { Command, OptionSpec } from './command.ts';

/** The shells that a script can be written for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

interface Proposal {
  readonly word: string;
  readonly summary: string;
}

/** What can follow the words typed so far. `open`: also after more of them, as options follow values. */
interface Step {
  readonly typed: string;
  readonly open: boolean;
  readonly proposals: readonly Proposal[];
}

/** A script that completes `guiche` in a shell: groups, commands and their options. It starts no process. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  return WRITERS[shell](stepsOf(commands));
}

const WRITERS: Readonly<Record<Shell, (steps: readonly Step[]) => string>> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
};

/** The longest first: `person add` before `person`. */
function stepsOf(commands: readonly Command[]): readonly Step[] {
  const groups = [
    ...new Set(commands.filter(({ name }) => name.includes(' ')).map(({ name }) => firstOf(name))),
  ];
  const inGroup = (group: string) => commands.filter(({ name }) => name.startsWith(`${group} `));
  const singles = commands.filter(({ name }) => !name.includes(' '));
  const within = (group: string): readonly Proposal[] =>
    inGroup(group).map(({ name, summary }) => ({ word: name.slice(group.length + 1), summary }));
  return [
    ...commands
      .toSorted((one, other) => wordsOf(other.name) - wordsOf(one.name))
      .map((command) => ({
        typed: command.name,
        open: true,
        // `backup` is a command, and `backup verify` another one.
        proposals: [
          ...within(command.name),
          ...Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(optionProposal),
        ],
      })),
    ...groups
      .filter((group) => !singles.some(({ name }) => name === group))
      .map((group) => ({ typed: group, open: false, proposals: within(group) })),
    {
      typed: '',
      open: false,
      proposals: [
        ...singles.map(({ name, summary }) => ({ word: name, summary })),
        ...groups
          .filter((group) => !singles.some(({ name }) => name === group))
          .map((group) => ({
            word: group,
            summary: inGroup(group)
              .map(({ name }) => name)
              .join(', '),
          })),
        { word: 'completion', summary: `completa comandos no terminal: ${SHELLS.join(', ')}` },
      ],
    },
  ];
}

function wordsOf(name: string): number {
  return name.split(' ').length;
}

function optionProposal([name, { summary }]: [string, OptionSpec]): Proposal {
  return { word: `--${name}`, summary };
}

function firstOf(name: string): string {
  return name.split(' ')[0] ?? name;
}

function patternOf({ typed, open }: Step): string {
  return open ? `${quoted(typed)}|${quoted(`${typed} `)}*` : quoted(typed);
}

function writeBash(steps: readonly Step[]): string {
  const cases = steps.map(
    (step) => `    ${patternOf(step)}) words=${quoted(step.proposals.map(({ word }) => word).join(' '))} ;;`,
  );
  return `# eval "$(guiche completion bash)"
_guiche() {
  local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}" current="\${COMP_WORDS[COMP_CWORD]}" words=
  case "$typed" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _guiche guiche
`;
}

function writeZsh(steps: readonly Step[]): string {
  const cases = steps.map((step) => {
    const words = step.proposals.map(({ word, summary }) => quoted(`${word}:${summary}`));
    return `    ${patternOf(step)}) proposals=(${words.join(' ')}) ;;`;
  });
  return `#compdef guiche
# eval "$(guiche completion zsh)"
_guiche() {
  local typed="\${(j: :)words[2,CURRENT-1]}"
  local -a proposals
  case "$typed" in
${cases.join('\n')}
  esac
  _describe -o 'guiche' proposals
}
compdef _guiche guiche
`;
}

function writeFish(steps: readonly Step[]): string {
  const lines = steps.flatMap((step) => {
    const words = step.typed.split(' ').filter(Boolean).length;
    const until = step.open ? `1..${words}` : '1..-1';
    const condition =
      step.typed === ''
        ? 'test -z "$(__guiche_typed 1..-1)"'
        : `test "$(__guiche_typed ${until})" = "${step.typed}"`;
    return step.proposals.map(
      ({ word, summary }) =>
        `complete -c guiche -f -n ${fishQuoted(condition)} -a ${fishQuoted(word)} -d ${fishQuoted(summary)}`,
    );
  });
  return `# guiche completion fish | source
function __guiche_typed
  set -l typed (commandline -opc)[2..-1]
  echo (string join ' ' -- $typed[$argv])
end
${lines.join('\n')}
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
