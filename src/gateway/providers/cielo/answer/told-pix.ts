import { readBrCode } from '../../br-code/index.ts';
import { type Fields, group, identifier, wholeNumber } from '../../http/index.ts';
import { localMoment } from './local-time.ts';

/** What Cielo tells of a Pix besides what it tells of every sale. Times in milliseconds since 1970. */
export interface ToldPix {
  /** The text that pays it; queries may leave it out. */
  readonly code: string | undefined;
  /** What it is called at the receiver's bank. */
  readonly txid: string | undefined;
  /** Of its payment: there is one once it is paid, whatever has become of the money since. */
  readonly endToEndId: string | undefined;
  readonly createdAt: number | undefined;
  readonly lifeSeconds: number | undefined;
}

const END_TO_END_ID = /^E[a-zA-Z0-9]{31}$/;
const TXID = /^[a-zA-Z0-9]{1,35}$/;

/** Undefined for a sale by card. */
export function toldPix(payment: Fields): ToldPix | undefined {
  if (identifier(payment, 'type')?.toLowerCase() !== 'pix') return undefined;
  const { qrcodestring: code } = payment;
  const isCode = typeof code === 'string' && typeof readBrCode(code) !== 'string';
  return {
    code: isCode ? code : undefined,
    txid: matching(identifier(payment, 'sentorderid'), TXID),
    endToEndId: matching(identifier(payment, 'endtoendid'), END_TO_END_ID),
    createdAt: localMoment(payment.receiveddate),
    lifeSeconds: wholeNumber(group(payment, 'qrcode'), 'expiration'),
  };
}

function matching(text: string | undefined, pattern: RegExp): string | undefined {
  return text !== undefined && pattern.test(text) ? text : undefined;
}
