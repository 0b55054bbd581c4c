import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { openShared } from '../support/shared.ts';
import { TLS_HOST } from '../support/tls-proxy.ts';

const PACKAGE = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/guiche-chromium', import.meta.url));

/** An idle machine needs seconds. */
const START_TIMEOUT_MS = 120_000;

export interface OpenChromium {
  readonly browser: Browser;
  /** Closes the browser, if it is not shared, and removes its files. */
  close(): Promise<void>;
}

/**
 * A real Chromium with default security, except the process sandbox, which is not available to root. The files of a group
 * share one.
 */
export function openChromium(): Promise<OpenChromium> {
  return openShared(launch, ({ browser }) => !browser.isConnected());
}

async function launch(): Promise<OpenChromium> {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-chromium-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const program = await unpacked();
    await writeFile(join(folder, 'fonts.conf'), fontsOf(program, folder));
    const browser = await chromium.launch({
      executablePath: join(program, 'chromium'),
      args: [
        '--no-sandbox',
        '--no-zygote',
        '--disable-gpu',
        `--host-resolver-rules=MAP ${TLS_HOST} 127.0.0.1`,
      ],
      timeout: START_TIMEOUT_MS,
      env: { ...process.env, TMPDIR: folder, FONTCONFIG_FILE: join(folder, 'fonts.conf') },
    });
    return {
      browser,
      close: async () => {
        await browser.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Unpacks each version once, because it takes seconds. The folder is renamed when it is complete. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string };
  const program = join(CACHE, version);
  if (existsSync(program)) return program;
  await mkdir(CACHE, { recursive: true });
  const unfinished = await mkdtemp(join(CACHE, 'unfinished-'));
  try {
    await unpackInto(unfinished);
    await rename(unfinished, program);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(program)) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return program;
}

/** The package can only unpack into the temporary folder. */
async function unpackInto(folder: string): Promise<string> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await sparticuz.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** The fonts that come with the browser, for machines without any. */
function fontsOf(program: string, folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${program}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`;
}
