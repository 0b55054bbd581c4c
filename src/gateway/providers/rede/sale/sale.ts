import type {
  AttemptCard,
  AuthenticationProof,
  AuthenticationRequest,
  AuthorizeRequest,
  BuyerDevice,
  CardOnFile,
  TokenCard,
} from '../../card-acquirer.ts';
import type { Fields } from '../../http/index.ts';
import { plainName, printableAscii, statementText, statementWord } from '../../texts.ts';
import type { RedeAccount } from '../call/settings.ts';
import { MAX_SOFT_DESCRIPTOR, MAX_SOFT_DESCRIPTOR_AUTHENTICATED } from '../capabilities.ts';

const MAX_HOLDER_NAME = 30;
/** `storageCard` of docs/contract/acquirers.md A.3. */
const STORAGE_CARD: Readonly<Record<CardOnFile['use'], number>> = { first: 1, used: 2 };
const MAX_LANGUAGE = 8;
const OTHERWISE_LANGUAGE = 'pt-BR';
const SUBTAG = /^[0-9A-Za-z]{1,8}$/;
const COLOR_DEPTHS = [1, 4, 8, 15, 16, 24, 32, 48] as const;
/** Rede's own limit is not documented (code 159); browsers stay far below this. */
const MAX_USER_AGENT = 500;

/**
 * The body of `POST /transactions` (docs/contract/acquirers.md A.3, A.5). It contains the card: never stored, never
 * logged.
 */
export function saleBody(attempt: AuthorizeRequest, account: RedeAccount): Fields {
  const { installments, authentication, proof, kind } = attempt;
  const softDescriptor = softDescriptorOf(attempt, account);
  return {
    capture: kind === 'debit' || attempt.capture,
    kind,
    reference: attempt.acquirerReference,
    amount: attempt.amount,
    ...(installments.count > 1 ? { installments: installments.count } : {}),
    ...cardFields(attempt.card, account),
    ...(attempt.cardOnFile ? { storageCard: STORAGE_CARD[attempt.cardOnFile.use] } : {}),
    ...firstSaleOf(attempt),
    ...(softDescriptor === undefined ? {} : { softDescriptor }),
    ...(attempt.recurrent ? { subscription: true } : {}),
    ...(authentication ? authenticationFields(authentication, kind === 'debit', account) : {}),
    ...(proof ? proofFields(proof, kind === 'debit') : {}),
  };
}

/** The first sale of a kept card, by the scheme's names. */
function firstSaleOf({ cardOnFile, schemeIds }: AuthorizeRequest): Fields {
  if (cardOnFile?.use !== 'used' || !schemeIds) return {};
  const { transactionId, linkId } = schemeIds;
  return {
    ...(transactionId !== undefined && { brandTid: transactionId }),
    ...(linkId !== undefined && { transactionLinkId: linkId }),
  };
}

/** Cut to what Rede takes, which is less with 3-D Secure; a sale is never refused for its text on the statement. */
function softDescriptorOf(
  { softDescriptor: text, authentication, proof }: AuthorizeRequest,
  { softDescriptor: isSent, softDescriptorMax: max }: RedeAccount,
): string | undefined {
  if (!isSent || !text) return undefined;
  return authentication || proof
    ? statementWord(text, max ?? MAX_SOFT_DESCRIPTOR_AUTHENTICATED)
    : statementText(text, max ?? MAX_SOFT_DESCRIPTOR);
}

/** The body of a zero-amount check. */
export function checkBody(card: AttemptCard, reference: string, account: RedeAccount): Fields {
  return { capture: true, kind: 'credit', reference, amount: 0, ...cardFields(card, account) };
}

/** The card in the form of every call of Rede's. */
export function cardFields(card: AttemptCard | TokenCard, account: RedeAccount): Fields {
  const name = card.holderName === undefined ? undefined : plainName(card.holderName, MAX_HOLDER_NAME);
  // Version 1 spells it with a capital H.
  const nameField = account.auth === 'basic' ? 'cardHolderName' : 'cardholderName';
  return {
    ...(name === undefined ? {} : { [nameField]: name }),
    ...('number' in card ? { cardNumber: card.number.reveal() } : { cardToken: card.acquirerToken.reveal() }),
    expirationMonth: Number(card.expirationMonth),
    expirationYear: Number(card.expirationYear),
    ...(card.cvv === undefined ? {} : { securityCode: card.cvv.reveal() }),
  };
}

function authenticationFields(
  { onFailure, device, successUrl, failureUrl }: AuthenticationRequest,
  isDebit: boolean,
  account: RedeAccount,
): Fields {
  return {
    threeDSecure: {
      embedded: true,
      // Debit is never authorized without proof of authentication.
      onFailure: isDebit ? 'decline' : onFailure,
      userAgent: printableAscii(device.userAgent, MAX_USER_AGENT),
      device: deviceFields(device, account),
    },
    urls: [
      { kind: 'threeDSecureSuccess', url: successUrl },
      { kind: 'threeDSecureFailure', url: failureUrl },
    ],
  };
}

/** Proof of an authentication that Rede did not make. */
function proofFields(
  { cavv, xid, eci, referenceId, isRequired = false }: AuthenticationProof,
  isDebit: boolean,
): Fields {
  return {
    threeDSecure: {
      embedded: false,
      onFailure: isDebit || isRequired ? 'decline' : 'continue',
      threeDIndicator: '2',
      cavv: cavv.reveal(),
      ...(xid === undefined ? {} : { xid: xid.reveal() }),
      eci,
      directoryServerTransactionId: referenceId,
    },
  };
}

function deviceFields(device: BuyerDevice, account: RedeAccount): Fields {
  return {
    colorDepth: colorDepthOf(device.colorDepth),
    deviceType3ds: device.deviceType3ds.toUpperCase(),
    javaEnabled: device.javaEnabled,
    language: languageOf(device.language),
    screenHeight: device.screenHeight,
    screenWidth: device.screenWidth,
    timeZoneOffset: hoursFromGreenwich(device.timeZoneOffset, account),
  };
}

/** A language tag cut after a whole subtag, so that it stays valid. */
function languageOf(text: string): string {
  let tag = '';
  for (const subtag of printableAscii(text, text.length).trim().split(/[-_]/)) {
    const longer = tag === '' ? subtag : `${tag}-${subtag}`;
    if (!SUBTAG.test(subtag) || longer.length > MAX_LANGUAGE) break;
    tag = longer;
  }
  return tag === '' ? OTHERWISE_LANGUAGE : tag;
}

/** Browsers report depths that EMV does not know, such as 30 (docs/contract/acquirers.md D.3). */
function colorDepthOf(depth: number): number {
  return COLOR_DEPTHS.findLast((known) => known <= depth) ?? COLOR_DEPTHS[0];
}

/**
 * Brazil is west of Greenwich, so both signs mean west (docs/contract/acquirers.md A.5: Rede's examples have 3, an
 * integrator sends −3).
 */
function hoursFromGreenwich(offset: number, account: RedeAccount): number {
  const hours = Math.abs(offset);
  return account.timeZoneOffset === 'west' || hours === 0 ? hours : -hours;
}
