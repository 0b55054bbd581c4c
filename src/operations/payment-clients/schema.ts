import Type, { type Static } from 'typebox';
import { Bool, Int, PATTERN_MEANING, Text } from '../../platform/http/index.ts';

const MAX_SHORT = 100;
const MAX_RECEIPT = 8_000;
const MAX_WAIT_SECONDS = 25;

/**
 * So few digits are no card number. A version says which program it is and in which state: `guiche-pinpad 1.4.2`.
 */
const MAX_VERSION_DIGITS = 12;
const VERSION = `^(?:[ -/:-~]*[0-9]){0,${MAX_VERSION_DIGITS}}[ -/:-~]*$`;
const isVersionText = new RegExp(VERSION);

/** The version as a client says it; undefined for a text that is none. */
export function versionIn(text: string | undefined): string | undefined {
  return text !== undefined && isVersionText.test(text) ? text : undefined;
}

const version = () =>
  Type.Optional(
    Text({
      maxLength: MAX_SHORT,
      pattern: VERSION,
      [PATTERN_MEANING]: `texto sem acentos, com até ${MAX_VERSION_DIGITS} algarismos`,
    }),
  );

const short = () => Type.Optional(Text({ maxLength: MAX_SHORT }));
const receipt = () => Type.Optional(Text({ maxLength: MAX_RECEIPT }));

export const WorkQuery = Type.Object({
  wait: Type.Optional(Int({ minimum: 0, maximum: MAX_WAIT_SECONDS })),
  /** The newest unpushed work that the client already knows; only newer work is returned. */
  seen: Type.Optional(Int({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  /** One that is none counts as not said: a payment must not wait for it. */
  version: short(),
  /** Of WORK_KINDS, with commas; absent: payments and cancels, as a client without anything else expects. */
  kinds: short(),
});

/** What a payment client sends when it requests pairing. */
export const PairingBody = Type.Object({
  terminalId: Type.Optional(Int({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  version: version(),
});

export const PairingQuery = Type.Object({
  wait: Type.Optional(Int({ minimum: 0, maximum: MAX_WAIT_SECONDS })),
});

/** Fields of a pagamentoExterno, as reported by the payment client. */
export const ResultBody = Type.Object({
  approved: Bool(),
  /** It was approved, and reversed at the acquirer after `undo: true`. */
  undone: Type.Optional(Bool()),
  nsuTid: short(),
  trnNsu: short(),
  autorizacao: short(),
  adquirente: short(),
  bandeira: short(),
  codigoRespostaAdquirente: short(),
  codigoRespostaExecTransac: short(),
  mensagemRespostaAdquirente: short(),
  idConfirmacao: short(),
  respostaAdquirente: receipt(),
  comprovanteAdquirente: receipt(),
  comprovanteCliente: receipt(),
  comprovanteEstabelecimento: receipt(),
  nomeTitularCartao: short(),
});
export type ResultBody = Static<typeof ResultBody>;
