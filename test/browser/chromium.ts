import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

export interface OpenChromium {
  readonly browser: Browser;
  /** Ends the browser and removes everything that it had on the disk. */
  close(): Promise<void>;
}

/**
 * A real Chromium. It is unpacked into a folder of its own: a shared one could be half written by another test run.
 * Security is left as users have it, all but the sandbox of the process, which root cannot have.
 */
export async function openChromium(): Promise<OpenChromium> {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-chromium-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const executablePath = await unpackInto(folder);
    await writeFile(join(folder, 'fonts.conf'), fontsOf(folder));
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--no-zygote', '--disable-gpu'],
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

/** The package knows no other place than the folder for temporary files. */
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
function fontsOf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`;
}
