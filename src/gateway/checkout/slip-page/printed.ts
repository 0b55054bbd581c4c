import { formatDocument } from '../../../platform/text/document-text.ts';
import type { SlipAtAddress } from '../../kinds/slip/index.ts';
import { slipPaymentOf } from '../../kinds/slip/index.ts';
import type { PrintedSlip } from '../../printed-slip/index.ts';
import type { Shop } from '../page/offer.ts';
import { beneficiaryCode } from './beneficiary-code.ts';

const BANKS: Readonly<Record<string, string>> = {
  '001': 'Banco do Brasil',
  '033': 'Santander',
  '237': 'Bradesco',
  '336': 'C6 Bank',
  '341': 'Itaú',
};
const BANK_DIGITS = 3;

/** The slip as it is printed; undefined until its bank has registered it. */
export function printedSlip({ transaction, slip }: SlipAtAddress, shop: Shop): PrintedSlip | undefined {
  if (slip?.barcode === undefined || slip.line === undefined) return undefined;
  const { barcode, line, ourNumber = '', qrCode: pixCode, emittedOn: issuedOn } = slip;
  const { amount, order, referenceId } = transaction;
  const { dueOn, payableUntil, guarantor, address, instructions, interest, fine, discounts } =
    slipPaymentOf(order);
  const { name = '', document = '' } = order.customer ?? {};
  const code = barcode.slice(0, BANK_DIGITS);
  const paid = beneficiaryCode(barcode);
  return {
    bank: { code, name: BANKS[code] ?? order.provider },
    ...{ barcode, line, pixCode, amount, issuedOn, dueOn, payableUntil, ourNumber, instructions },
    documentNumber: referenceId,
    portfolio: paid?.portfolio,
    beneficiary: { name: shop.name, document: shop.document, code: paid?.code, address: undefined },
    finalBeneficiary: guarantor,
    payer: { name, document: formatDocument(document), address: addressLines(address) },
    terms: { ...(interest && { interest }), ...(fine && { fine }), discounts },
  };
}

function addressLines(address: ReturnType<typeof slipPaymentOf>['address']): readonly string[] {
  const { street, number, complement, district, city, state, zipcode } = address;
  const first = [street, number, complement].filter((part) => part !== undefined).join(', ');
  return [first, `${district}, ${city} - ${state}, CEP ${zipcode.slice(0, 5)}-${zipcode.slice(5)}`];
}
