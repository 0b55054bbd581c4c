import {
  type Columns,
  type Occurrence,
  type ReturnedSlip,
  ReturnFault,
  type ReturnFile,
} from './return-file.ts';

export const ITAU_WIDTH = 400;
const BANK = '341';
const OCCURRENCES: ReadonlyMap<string, Occurrence> = new Map([
  ['02', 'entered'],
  ['03', 'refused'],
  ['06', 'paid'],
  // In part, at a notary, and by SISPAG.
  ['07', 'paid'],
  ['08', 'paid'],
  ['59', 'paid'],
  ['09', 'canceled'],
  ['10', 'canceled'],
]);

/** CNAB 400 of Itaú: a header, one record for each slip, a trailer; each with its place in the file. */
export function readItau400(records: readonly Columns[]): ReturnFile {
  const header = records[0];
  if (header?.text(1, 9) !== '02RETORNO' || header.text(77, 79) !== BANK) {
    throw new ReturnFault(1, 'não é o começo de um arquivo de retorno do Itaú');
  }
  for (const record of records) {
    if (record.whole(395, 400, 'o número da linha') !== record.number) {
      throw new ReturnFault(record.number, 'está fora de ordem: falta uma linha, ou há uma a mais');
    }
  }
  const last = records.at(-1);
  if (last?.text(1, 1) !== '9') {
    throw new ReturnFault(records.length, 'o arquivo termina antes do fim');
  }
  header.whole(27, 30, 'a agência');
  header.whole(33, 38, 'a conta');
  return {
    provider: 'ITAU',
    beneficiary: `${header.text(27, 30)}${header.text(33, 38)}`,
    lines: records.length,
    slips: records.slice(1, -1).flatMap((record) => {
      const type = record.text(1, 1);
      if (type === '1') return slipIn(record);
      if (/[2-8]/.test(type)) return [];
      throw new ReturnFault(record.number, 'o tipo do registro não é de retorno');
    }),
  };
}

function slipIn(record: Columns): ReturnedSlip {
  return {
    line: record.number,
    number: record.whole(86, 93, 'o nosso número'),
    occurrence: OCCURRENCES.get(record.text(109, 110)) ?? 'other',
    day: record.day(111, 116, 'a data da ocorrência'),
    paid: record.whole(254, 266, 'o valor recebido'),
  };
}
