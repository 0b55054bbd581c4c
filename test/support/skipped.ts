import type { TestEvent } from 'node:test/reporters';

/** A reporter for Node's test runner: at the end of a run, every test that was skipped, below its reason. */
export default async function* reportSkipped(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const skipped: { reason: string; test: string }[] = [];
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { skip, file, name } = data;
    if (skip === undefined || skip === false) continue;
    skipped.push({
      reason: typeof skip === 'string' ? skip : 'no reason given',
      test: `${placeOf(file)}${name}`,
    });
  }
  if (skipped.length === 0) return;
  yield `\n${skipped.length} skipped:\n`;
  for (const [reason, tests] of Map.groupBy(skipped, (one) => one.reason)) {
    yield `  ${reason} (${tests.length}):\n${tests.map(({ test }) => `    ${test}\n`).join('')}`;
  }
}

function placeOf(file: string | undefined): string {
  return file === undefined ? '' : `${file.replace(`${process.cwd()}/`, '')}: `;
}
