import type { Reasons } from '../../../platform/text/reasons.ts';

/** Reasons of the connector of banks for Pix. */
export const BANK_REASONS: Reasons = {
  texts: {
    'the answer tells of another refund': 'o banco respondeu sobre outra devolução',
    'the answer tells no state of the charge': 'a resposta não diz o estado da cobrança',
    'the answer tells no amount': 'a resposta não traz o valor',
    'the answer tells payments that cannot be read': 'a resposta traz pagamentos ilegíveis',
    'the charge is paid, and no payment is told': 'a cobrança está paga, sem dizer por qual Pix',
    'the charge has another amount': 'a cobrança tem outro valor no banco',
    'the bank tells no code of the charge': 'o banco não mandou o código da cobrança',
    'the bank did not remove the charge': 'o banco não removeu a cobrança',
    'the bank has not removed it yet': 'o banco ainda não removeu a cobrança',
    'the account has no Pix key': 'a conta não tem chave Pix',
    'the amount or the reference is refused': 'o valor ou a referência não são aceitos',
    'the answer tells no address': 'a resposta não diz o endereço',
  },
  patterns: [
    [/^the certificate ended on (.+)$/, (part) => `o certificado venceu em ${part}`],
    [/^the certificate is good from (.+) on$/, (part) => `o certificado só vale a partir de ${part}`],
    [/^the account has no (\w+)$/, (part) => `a conta não tem a chave ${part}`],
    [/^the bank refuses: (.+)$/, (part) => `o banco recusou: ${part}`],
  ],
};
