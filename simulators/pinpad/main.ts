import { onParentEnded } from '../../src/platform/parent-process.ts';
import { type Arguments, readArguments, USAGE } from './arguments.ts';
import { openBook } from './book.ts';
import { createHeadlessPad } from './headless-pad.ts';
import { openJournal } from './journal.ts';
import { createPad } from './pad.ts';
import { servePage } from './page-server.ts';
import { runClient } from './run-client.ts';
import { createService } from './service.ts';

const VERSION = 'pinpad 1.0';
const USAGE_ERROR = 2;
const START_ERROR = 1;

const read = readArguments(process.argv.slice(2));
if (read === undefined) process.stdout.write(USAGE);
else if (typeof read === 'string') fail(`${read}\n\n${USAGE}`, USAGE_ERROR);
else
  await run(read).catch((error: unknown) =>
    fail(`${error instanceof Error ? error.message : String(error)}\n`, START_ERROR),
  );

async function run(options: Arguments): Promise<void> {
  const { terminalId, headless, afterMs } = options;
  const journal = openJournal(options.folder, terminalId);
  const givenKey = process.env.GUICHE_PINPAD_KEY;
  if (givenKey) journal.saveKey(givenKey);
  const ended = new AbortController();
  const end = () => ended.abort();
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (options.endWithParent) onParentEnded(end);
  const client = {
    service: createService(options.url),
    journal,
    book: openBook(options.folder, terminalId),
    terminalId,
    version: VERSION,
    signal: ended.signal,
  };
  if (headless) {
    const write = (line: string) => process.stdout.write(`${line}\n`);
    const pad = createHeadlessPad({ afterMs, write });
    await runClient({ ...client, pad, unknownAfterCrash: 'not charged' });
  } else {
    const pad = createPad(terminalId);
    const page = await servePage(pad, options.port);
    process.stdout.write(`pin pad do terminal ${terminalId} em ${page.address}\n`);
    await runClient({ ...client, pad, unknownAfterCrash: 'ask' });
    await page.close();
  }
}

function fail(text: string, code: number): void {
  process.stderr.write(text);
  process.exitCode = code;
}
