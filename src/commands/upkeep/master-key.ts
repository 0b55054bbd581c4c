import { type Command, UsageError } from '../line/command.ts';

const rotate: Command = {
  name: 'master-key rotate',
  summary: 'sela as chaves de dados sob a primeira chave de GUICHE_MASTER_KEY, também com o serviço no ar',
  options: {},
  run: async (context) => {
    if (context.config.masterKeys.length < 2) {
      throw new UsageError(
        'GUICHE_MASTER_KEY deve ter a chave nova e a antiga, nesta ordem, separadas por vírgula.',
        'openssl rand -base64 32 faz uma; docs/backup.md mostra os passos.',
      );
    }
    // Opening the vault seals its keys under the first master key; a running service keeps using them from memory.
    await context.rooms();
    return {
      record: { rotated: true },
      text: 'As chaves de dados estão seladas sob a primeira chave. O próximo início de cada instância precisa dela.',
    };
  },
};

export const masterKeyCommands: readonly Command[] = [rotate];
