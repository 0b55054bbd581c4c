import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../composition/config/config.ts';
import type { Finding } from './finding.ts';

const TITLE = 'Arquivos de retorno';

/** The folder of return files must be there and be written in; what failed waits for a person. Nothing where none is watched. */
export async function checkReturns({
  slipReturns,
}: Pick<Config, 'slipReturns'>): Promise<readonly Finding[]> {
  if (slipReturns === undefined) return [];
  const isUsable = await access(slipReturns, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isUsable) {
    return [
      {
        title: TITLE,
        state: 'bad',
        text: `a pasta ${slipReturns} não existe, ou o serviço não pode gravar nela`,
        advice: 'Crie a pasta e deixe o usuário do serviço gravar nela, ou retire GUICHE_SLIP_RETURNS.',
      },
    ];
  }
  const failed = await readdir(join(slipReturns, 'failed')).catch(() => []);
  const count = failed.filter((name) => !name.endsWith('.txt')).length;
  return [
    count === 0
      ? { title: TITLE, state: 'good', text: `são lidos na pasta ${slipReturns}`, advice: null }
      : {
          title: TITLE,
          state: 'warn',
          text: `${count} na pasta ${join(slipReturns, 'failed')} que não foram importados`,
          advice:
            'O texto ao lado de cada um diz por quê. Peça o arquivo de novo ao banco e retire o que falhou.',
        },
  ];
}
