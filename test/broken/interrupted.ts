import { test } from 'node:test';
import { openChromium } from '../browser/chromium.ts';
import { newDatabasePlace } from '../support/databases.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { startService } from '../support/service-process.ts';

test('is interrupted with all kinds of processes running', async () => {
  await Promise.all([openChromium(), startOwnPostgres(), startService(await newDatabasePlace('sqlite'))]);
  process.stderr.write('everything is open\n');
  for (;;) await new Promise((resolve) => setTimeout(resolve, 10));
});
