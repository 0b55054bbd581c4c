import { readFile } from 'node:fs/promises';
import { importsOf } from '../../composition/wiring/payments/slip-returns.ts';
import { importReturn } from '../../gateway/kinds/slip/index.ts';
import { ReturnFault, readReturnFile } from '../../gateway/providers/index.ts';
import { counted } from '../../platform/text/number-text.ts';
import { type Command, UsageError } from '../line/command.ts';

const importFile: Command = {
  name: 'slips import',
  summary: 'lê um arquivo de retorno do banco (CNAB 400 do Itaú, 240 do Banco do Brasil)',
  positionals: ['ARQUIVO'],
  options: {},
  details: () =>
    'O arquivo só confirma: cada boleto daqui que ele dá como pago ou baixado é consultado no banco em seguida, e a\n' +
    'resposta é que vale. Nada é criado, e ler o mesmo arquivo de novo não muda nada. Um arquivo com uma linha errada\n' +
    'é recusado inteiro, com o número da linha.',
  run: async (context, args) => {
    const path = args.positional('ARQUIVO');
    const content = await readFile(path).catch(() => undefined);
    if (!content) throw new UsageError(`O arquivo ${path} não pôde ser lido.`);
    const file = readOrRefuse(content);
    const imported = await importReturn(importsOf(await context.rooms()), file);
    const { lines, matched, unknown, asked } = imported;
    return {
      record: { provider: file.provider, ...imported },
      text:
        `${counted(lines, 'linha')} de ${file.provider}: ${counted(matched, 'registro')} de boletos daqui, ` +
        `${unknown} de outros; ${counted(asked, 'boleto')} a consultar no banco.`,
    };
  },
};

function readOrRefuse(content: Buffer) {
  try {
    return readReturnFile(content);
  } catch (fault) {
    if (!(fault instanceof ReturnFault)) throw fault;
    throw new UsageError(`O arquivo não foi importado. ${fault.message}.`);
  }
}

export const slipCommands: readonly Command[] = [importFile];
