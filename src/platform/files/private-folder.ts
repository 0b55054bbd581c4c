import {
  accessSync,
  chmodSync,
  constants,
  type Dirent,
  mkdirSync,
  readdirSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileFault, fileFaultCode, isMissingFile } from './file-fault.ts';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_UMASK = 0o077;
const OTHERS = 0o077;
const STICKY = 0o1000;

/** The text says what is wrong with the folder, and what to do. */
export class FolderNotPrivate extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FolderNotPrivate';
  }
}

/**
 * Makes the folder if it is missing, and takes it and everything in it away from everybody but its owner, whatever the
 * modes were before; what this process creates from then on is its owner's alone too. A folder below that is already
 * closed to others is not looked into. Throws FolderNotPrivate when the folder cannot be used or not be closed.
 * On Windows, which has no such modes, it only makes the folder.
 */
export function makePrivateFolder(path: string): void {
  try {
    makeMissingFolders(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new FolderNotPrivate(
      `${path} não pode ser usada: ${fileFault(error)}. Nomeie uma pasta em que o usuário do serviço grave`,
    );
  }
  if (process.platform === 'win32') return;
  process.umask(OWNER_ONLY_UMASK);
  if (statSync(path).mode & STICKY) {
    throw new FolderNotPrivate(
      `${path} é uma pasta de todos os usuários desta máquina: nomeie uma só do serviço`,
    );
  }
  closeEntries(path);
  close(path);
}

/** One folder after the other: where the system refuses names, as in /proc, a recursive mkdir of Node.js never ends. */
export function makeMissingFolders(path: string): void {
  if (statIfThere(path)?.isDirectory()) return;
  if (dirname(path) !== path) makeMissingFolders(dirname(path));
  try {
    mkdirSync(path, { mode: OWNER_ONLY_FOLDER });
  } catch (error) {
    // Another process that starts at the same moment was faster.
    if (!statIfThere(path)?.isDirectory()) throw error;
  }
}

/** The folder itself comes last: if this is interrupted, the next start begins again. */
function closeEntries(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() || entry.isFile()) closeEntry(join(folder, entry.name), entry);
  }
}

function closeEntry(path: string, entry: Dirent): void {
  const before = statIfThere(path);
  if (before === undefined || !isOpen(before)) return;
  if (entry.isDirectory()) closeEntries(path);
  close(path);
}

function close(path: string): void {
  const before = statIfThere(path);
  if (before === undefined || !isOpen(before)) return;
  let reason = 'o sistema de arquivos não obedece';
  try {
    chmodSync(path, before.mode & ~OTHERS & 0o7777);
    const after = statIfThere(path);
    if (after === undefined || !isOpen(after)) return;
  } catch (error) {
    if (isMissingFile(error)) return;
    reason = fileFaultCode(error) ?? String(error);
  }
  const mode = (before.mode & 0o777).toString(8).padStart(4, '0');
  throw new FolderNotPrivate(
    `${path} está aberto a outros usuários (modo ${mode}), e este não pode fechá-lo (${reason}): ` +
      'rode chmod -R go= como dono, ou nomeie uma pasta nova abaixo dela, só do serviço',
  );
}

function isOpen({ mode }: Stats): boolean {
  return (mode & OTHERS) !== 0;
}

/** A running service may remove a file in this very moment. */
function statIfThere(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
