/** Code that every brand gives for an approval. */
export const APPROVED_CODE = '00';

/** Texts of an approval, for the merchant. */
export const approvalText = {
  authorized: 'Transação autorizada',
  captured: 'Transação capturada',
  verified: 'Cartão verificado',
} as const;
