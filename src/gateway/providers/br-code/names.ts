/** The domain under which the fields of Pix stand, here as the Banco Central writes it; in a code in any letters. */
export const PIX = 'br.gov.bcb.pix';

/** The txid of a code that names none. */
export const NO_TXID = '***';

/** Ids of fields, and of those inside others. */
export const ID = {
  format: '00',
  initiation: '01',
  account: '26',
  category: '52',
  currency: '53',
  amount: '54',
  country: '58',
  name: '59',
  city: '60',
  additional: '62',
  crc: '63',
  recurrence: '80',
  domain: '00',
  key: '01',
  info: '02',
  location: '25',
  txid: '05',
} as const;

/** Characters at the most. */
export const MAX = { key: 77, location: 77, amount: 13, name: 25, city: 15, template: 99 } as const;
