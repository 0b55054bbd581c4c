import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The rule holds for the commits after this one. */
const LAST_BEFORE_THE_RULE = '6dfd1405';
const MOST_CHARACTERS = 72;

const run = promisify(execFile);

/** Those of the history since the rule. Says so where there is no history to look at. */
export async function longCommitSubjects(): Promise<readonly string[]> {
  const range = `${LAST_BEFORE_THE_RULE}..HEAD`;
  const subjects = await run('git', ['log', '--no-merges', '--format=%h %s', range]).then(
    ({ stdout }) => stdout.trimEnd().split('\n'),
    () => undefined,
  );
  if (subjects) return longSubjects(subjects);
  process.stdout.write(
    `subjects of commits were not checked: no history since ${LAST_BEFORE_THE_RULE} here\n`,
  );
  return [];
}

/** Of lines with an abbreviated hash and a subject: those too long for one line. The reason of a change belongs in the body. */
export function longSubjects(lines: readonly string[]): readonly string[] {
  return lines
    .filter((line) => line.length - line.indexOf(' ') - 1 > MOST_CHARACTERS)
    .map((line) => `a commit's subject has more than ${MOST_CHARACTERS} characters: ${line}`);
}
