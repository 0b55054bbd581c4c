const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'este usuário não tem permissão'],
  ['EPERM', 'este usuário não tem permissão'],
  ['EROFS', 'o sistema de arquivos é só de leitura'],
  ['ENOSPC', 'o disco está cheio'],
  ['EDQUOT', 'a cota de disco deste usuário acabou'],
  ['EEXIST', 'há um arquivo com esse nome'],
  ['ENOTDIR', 'um arquivo está no lugar de uma das pastas'],
  ['ENOENT', 'o sistema não deixa criar pastas ali'],
  ['EISDIR', 'é uma pasta'],
  ['EIO', 'o disco não responde direito'],
]);
/** SQLite's own code for a disk without space. */
const SQLITE_FULL = 13;

/** What kept a file or folder from being used, for people: `o disco está cheio`. */
export function fileFault(error: unknown): string {
  if (isDiskFull(error)) return 'o disco está cheio';
  const code = fileFaultCode(error);
  return (code && SENTENCES.get(code)) ?? code ?? 'causa desconhecida';
}

/** Whether the file system, or SQLite on it, found no space left. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return (Number(error.errcode) & 0xff) === SQLITE_FULL;
  return 'code' in error && error.code === 'ENOSPC';
}

/** Whether there is no such file or folder. */
export function isMissingFile(error: unknown): boolean {
  return fileFaultCode(error) === 'ENOENT';
}

/** The system's own code, such as `EACCES`; undefined for what is no fault of the file system. */
export function fileFaultCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
