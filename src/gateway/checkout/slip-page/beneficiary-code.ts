/** Who is paid, as banks write it on a slip: agency and account, or the bank's number of the shop, and its product. */
export interface BeneficiaryCode {
  readonly code: string;
  readonly portfolio: string;
}

/** The last 25 digits of a barcode, which each bank has its own use for. */
const FREE_FIELD_AT = 19;
/** Product 3, our number 8 and its digit, agency 4, account 5 and its digit, zeros. */
const ITAU = /^(\d{3})\d{9}(\d{4})(\d{5})(\d)0{3}$/;
/** Client 12, our number 10, product 2, and how the slip was made. */
const C6 = /^(\d{12})\d{10}(\d{2})[34]$/;

/** Read from the barcode, as its bank has made it; undefined for a bank whose use of it is not known. */
export function beneficiaryCode(barcode: string): BeneficiaryCode | undefined {
  const freeField = barcode.slice(FREE_FIELD_AT);
  if (barcode.startsWith('341')) {
    const [, portfolio, agency, account, digit] = ITAU.exec(freeField) ?? [];
    return portfolio === undefined ? undefined : { code: `${agency}/${account}-${digit}`, portfolio };
  }
  if (barcode.startsWith('336')) {
    const [, code, portfolio] = C6.exec(freeField) ?? [];
    return code === undefined || portfolio === undefined ? undefined : { code, portfolio };
  }
  return undefined;
}
