import { PAYMENT_TYPE, type PaymentResult, type PaymentType } from '../sales/index.ts';

const CARD = { brand: 'VISA', holderName: 'CARTAO DE TESTE', masked: '************0001' } as const;
/** What the library of the original service's pin pads answers: done, or refused by the acquirer. */
const EXECUTION = { done: '0', refused: '-2596' } as const;

/** The answer of the imaginary pin pad, with all that a certification of a till looks at. */
export function simulatedResult(
  work: {
    readonly id: number;
    readonly type: PaymentType;
    /** Centavos. */
    readonly amount: number;
    readonly approved: boolean;
  },
  now: number,
): PaymentResult {
  const isCancel = work.type === PAYMENT_TYPE.cancel;
  const message = work.approved ? (isCancel ? 'CANCELAMENTO OK' : 'AUTORIZADA') : 'NEGADA 01';
  const nsu = String(work.id).padStart(9, '0');
  const authorization = String(work.id % 1_000_000).padStart(6, '0');
  const acquirerCode = work.approved ? '00' : '01';
  const execution = work.approved ? EXECUTION.done : EXECUTION.refused;
  const lines = {
    PWINFO_RET: execution,
    PWINFO_OPERATION: isCancel ? '34' : '33',
    PWINFO_TOTAMNT: String(work.amount),
    PWINFO_CURRENCY: '986',
    PWINFO_AUTHSYST: 'SIMULADOR',
    PWINFO_CARDNAME: CARD.brand,
    PWINFO_CARDPARCPAN: CARD.masked,
    PWINFO_CHOLDERNAME: CARD.holderName,
    PWINFO_AUTRESPCODE: acquirerCode,
    PWINFO_RESULTMSG: message,
    ...(work.approved && { PWINFO_AUTHCODE: authorization, PWINFO_AUTEXTREF: nsu, PWINFO_AUTLOCREF: nsu }),
  };
  const answer: PaymentResult = {
    acquirer: 'SIMULADOR',
    brand: CARD.brand,
    holderName: CARD.holderName,
    acquirerCode,
    executionCode: execution,
    message,
    acquirerTime: now,
    acquirerResponse: Object.entries(lines)
      .map(([name, value]) => `${name}=${value}`)
      .join('\r\n'),
  };
  if (!work.approved) return answer;
  const receipt = (copy: string) => `COMPROVANTE SIMULADO\r\n${copy}\r\nNSU ${nsu}\r\n${message}`;
  return {
    ...answer,
    terminalNsu: nsu,
    nsu,
    authorization,
    acquirerReceipt: receipt('VIA ESTABELECIMENTO'),
    buyerReceipt: receipt('VIA CLIENTE'),
    merchantReceipt: receipt('VIA ESTABELECIMENTO'),
  };
}
