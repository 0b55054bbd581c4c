import {
  type Columns,
  type Occurrence,
  type ReturnedSlip,
  ReturnFault,
  type ReturnFile,
} from './return-file.ts';

export const BB_WIDTH = 240;
const BANK = '001';
const OCCURRENCES: ReadonlyMap<string, Occurrence> = new Map([
  ['02', 'entered'],
  ['03', 'refused'],
  ['06', 'paid'],
  // After it was canceled.
  ['17', 'paid'],
  ['09', 'canceled'],
]);
/** Of a nosso número of 17 digits, the last ten are ours: an agreement of seven goes before them. */
const NUMBER = /^\d{7}(\d{10}) *$/;

/** CNAB 240 of Banco do Brasil: each slip is a segment T with its segment U. */
export function readBb240(records: readonly Columns[]): ReturnFile {
  const [header] = records;
  if (header?.text(1, 3) !== BANK || header.text(8, 8) !== '0') {
    throw new ReturnFault(1, 'não é o começo de um arquivo de retorno do Banco do Brasil');
  }
  const last = records.at(-1);
  if (last?.text(8, 8) !== '9') throw new ReturnFault(records.length, 'o arquivo termina antes do fim');
  if (last.whole(24, 29, 'a quantidade de registros') !== records.length) {
    throw new ReturnFault(
      last.number,
      'a quantidade de registros não confere: falta uma linha, ou há uma a mais',
    );
  }
  return { provider: 'BB', beneficiary: undefined, lines: records.length, slips: slipsIn(records) };
}

function slipsIn(records: readonly Columns[]): readonly ReturnedSlip[] {
  const slips: ReturnedSlip[] = [];
  let open: Columns | undefined;
  for (const record of records) {
    if (record.text(1, 3) !== BANK) throw new ReturnFault(record.number, 'não é do Banco do Brasil');
    const segment = record.text(8, 8) === '3' ? record.text(14, 14) : '';
    if (open && segment !== 'U')
      throw new ReturnFault(record.number, 'falta o segmento U do boleto anterior');
    if (segment === 'U') {
      if (!open) throw new ReturnFault(record.number, 'falta o segmento T deste boleto');
      slips.push(slipIn(open, record));
    }
    open = segment === 'T' ? record : undefined;
  }
  return slips;
}

function slipIn(title: Columns, paid: Columns): ReturnedSlip {
  const [, number] = NUMBER.exec(title.text(38, 57)) ?? [];
  if (number === undefined) throw new ReturnFault(title.number, 'o nosso número deve ter 17 números');
  return {
    line: title.number,
    number: Number(number),
    occurrence: OCCURRENCES.get(title.text(16, 17)) ?? 'other',
    day: paid.day(138, 145, 'a data da ocorrência'),
    paid: paid.whole(78, 92, 'o valor pago'),
  };
}
