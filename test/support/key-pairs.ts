import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createKeyPairGenerator,
  type GenerateKeyPair,
} from '../../src/gateway/card-data/key-pair-generator.ts';

/** More than a test compares. */
const PAIRS = 8;
const made = new Map<number, ReturnType<GenerateKeyPair>>();
const generate = createKeyPairGenerator();
let last = 0;

/** Real RSA pairs, made once in a run of the suite: each takes a tenth of a second, and every service wants four. */
export const testKeyPair: GenerateKeyPair = () => {
  last = (last + 1) % PAIRS;
  const pair = made.get(last) ?? readOrMake(last);
  made.set(last, pair);
  return pair;
};

async function readOrMake(number: number): ReturnType<GenerateKeyPair> {
  const { TEST_TEMPLATE_FOLDER: folder } = process.env;
  if (folder === undefined) return generate();
  const path = join(folder, `key-pair-${number}.json`);
  if (existsSync(path))
    return JSON.parse(await readFile(path, 'utf8')) as Awaited<ReturnType<GenerateKeyPair>>;
  const pair = await generate();
  // Complete when it has its name. Another process may have made another: either is one.
  await writeFile(`${path}.${process.pid}`, JSON.stringify(pair), { mode: 0o600 });
  await rename(`${path}.${process.pid}`, path);
  return pair;
}
