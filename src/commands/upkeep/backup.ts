import { resolve } from 'node:path';
import { databasePlace, MASTER_KEY_FILE } from '../../composition/config/config.ts';
import { BackupRefused, backupSqlite, leaveLastBackup } from '../../platform/backup/index.ts';
import { ARCHIVE_FOLDER } from '../../platform/retention/index.ts';
import { counted } from '../../platform/text/number-text.ts';
import { type Command, UsageError } from '../line/command.ts';
import { verifyBackup } from './backup-verify.ts';

/** The parts of the data folder that belong to the database; in production the master key is kept elsewhere. */
const BESIDE = ['photos', MASTER_KEY_FILE];

const backup: Command = {
  name: 'backup',
  summary: 'copia o banco embutido e as fotos, também com o serviço no ar (docs/backup.md)',
  options: { to: { summary: 'pasta nova ou vazia', value: 'PASTA', required: true } },
  details: () => 'guiche backup verify PASTA confere a cópia.',
  run: async ({ config }, args) => {
    const target = resolve(args.text('to'));
    if (config.databaseUrl !== undefined) {
      throw new UsageError(
        'Este serviço usa PostgreSQL: copie-o com as ferramentas dele.',
        'docs/backup.md mostra como, e o que mais guardar.',
      );
    }
    try {
      const done = await backupSqlite({
        dataDir: config.dataDir,
        target,
        beside: BESIDE,
        archives: [ARCHIVE_FOLDER],
      });
      leaveLastBackup(config.dataDir, { at: Date.now(), ...done });
      return {
        record: { target, ...done },
        text: `Cópia em ${target}: banco de ${done.databaseBytes} bytes e ${counted(done.files, 'arquivo')}. Confira: guiche backup verify ${target}`,
        note: `guiche: ${config.mode}, ${databasePlace(config)}`,
      };
    } catch (error) {
      if (error instanceof BackupRefused) throw new UsageError(`Nada foi copiado: ${error.message}.`);
      throw error;
    }
  },
};

export const backupCommands: readonly Command[] = [backup, verifyBackup];
