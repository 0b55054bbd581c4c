/** Ids of the methods, as on the wire. */
export const METHOD = {
  keepCard: 1,
  keptCard: 2,
  posCredit: 11,
  posDebit: 12,
  posVoucher: 13,
  tefCredit: 21,
  tefDebit: 22,
  tefVoucher: 23,
  tefOther: 24,
  pix: 25,
  tefCreditWithFee: 32,
  tefDebitWithFee: 33,
  cash: 41,
  linkCredit: 51,
  linkDebit: 52,
  bankSlip: 53,
} as const;
