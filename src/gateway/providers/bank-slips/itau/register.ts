import { reaisOf } from '../../bacen-pix/index.ts';
import type { Fields } from '../../http/index.ts';
import type { SlipRequest } from '../../slips/slip-provider.ts';
import type { SlipAccount } from '../account.ts';
import { bankText } from '../texts.ts';

const CPF_LENGTH = 11;
const NUMBER_DIGITS = 8;
const AMOUNT_DIGITS = 17;
const PERCENT_DIGITS = 12;
const INSTRUCTIONS = { lines: 4, length: 75 } as const;

/** The bank's 8 digits for our number; undefined where they are used up. */
export function itauNumber(number: number): string | undefined {
  const text = String(number).padStart(NUMBER_DIGITS, '0');
  return text.length === NUMBER_DIGITS ? text : undefined;
}

/** What registers a slip; the hybrid one goes without the envelope of the other, and with its Pix. */
export function itauBody(account: SlipAccount, request: SlipRequest, number: string): Fields {
  const { isHybrid, beneficiary, pix } = account;
  const slip = {
    etapa_processo_boleto: 'efetivacao',
    ...(isHybrid ? {} : { codigo_canal_operacao: 'API' }),
    beneficiario: { id_beneficiario: beneficiary },
    dado_boleto: dataOf(account, request, number),
    ...(isHybrid ? { dados_qrcode: { chave: Object.values(pix?.keys ?? {})[0], tipo_cobranca: 'cob' } } : {}),
  };
  return isHybrid ? slip : { data: slip };
}

function dataOf({ isHybrid, portfolio }: SlipAccount, request: SlipRequest, number: string): Fields {
  const { amount, emittedOn, dueOn, payableUntil, guarantor } = request;
  return {
    descricao_instrumento_cobranca: isHybrid ? 'boleto_pix' : 'boleto',
    tipo_boleto: 'a vista',
    codigo_carteira: portfolio,
    codigo_especie: '01',
    valor_total_titulo: filled(amount, AMOUNT_DIGITS),
    valor_abatimento: '000',
    data_emissao: emittedOn,
    pagador: payerOf(request),
    ...(guarantor === undefined
      ? {}
      : { sacador_avalista: { pessoa: { nome_pessoa: bankText(guarantor, 50) } } }),
    dados_individuais_boleto: [
      {
        numero_nosso_numero: number,
        data_vencimento: dueOn,
        valor_titulo: isHybrid ? reaisOf(amount) : filled(amount, AMOUNT_DIGITS),
        texto_seu_numero: String(request.number).slice(-10),
        data_limite_pagamento: payableUntil,
        lista_mensagens_cobranca: messages(request.instructions),
      },
    ],
    ...termsOf(request),
    recebimento_divergente: { codigo_tipo_autorizacao: '01' },
    data_limite_pagamento: payableUntil,
    desconto_expresso: false,
  };
}

function payerOf({ payer: { name, document, address } }: SlipRequest): Fields {
  const isPerson = document.length === CPF_LENGTH;
  const { street, number, complement, district, city, state, zipcode } = address;
  const parts = [street, number, complement].filter((part) => part !== undefined && part !== '');
  return {
    pessoa: {
      nome_pessoa: bankText(name, 50),
      tipo_pessoa: isPerson
        ? { codigo_tipo_pessoa: 'F', numero_cadastro_pessoa_fisica: document }
        : { codigo_tipo_pessoa: 'J', numero_cadastro_nacional_pessoa_juridica: document },
    },
    endereco: {
      nome_logradouro: bankText(parts.join(', '), 45),
      nome_bairro: bankText(district, 15),
      nome_cidade: bankText(city, 20),
      sigla_UF: state,
      numero_CEP: zipcode,
    },
  };
}

function termsOf({ interest, fine, discounts }: SlipRequest): Fields {
  return {
    juros:
      interest === undefined
        ? { codigo_tipo_juros: '05' }
        : interest.type === 'monthlyPercent'
          ? {
              codigo_tipo_juros: '90',
              quantidade_dias_juros: 1,
              percentual_juros: percentText(interest.value),
            }
          : {
              codigo_tipo_juros: '93',
              quantidade_dias_juros: 1,
              valor_juros: filled(interest.value, AMOUNT_DIGITS),
            },
    multa:
      fine === undefined
        ? { codigo_tipo_multa: '03' }
        : fine.type === 'percent'
          ? { codigo_tipo_multa: '02', quantidade_dias_multa: 1, percentual_multa: percentText(fine.value) }
          : {
              codigo_tipo_multa: '01',
              quantidade_dias_multa: 1,
              valor_multa: filled(fine.value, AMOUNT_DIGITS),
            },
    ...(discounts.length === 0
      ? {}
      : {
          desconto: {
            codigo_tipo_desconto: discounts[0]?.type === 'percent' ? '02' : '01',
            descontos: discounts.map(({ until, type, value }) => ({
              data_desconto: until,
              ...(type === 'percent'
                ? { percentual_desconto: percentText(value) }
                : { valor_desconto: filled(value, AMOUNT_DIGITS) }),
            })),
          },
        }),
  };
}

function messages(instructions: string): readonly Fields[] {
  const lines = instructions.split(/\r?\n/).flatMap((line) => line.match(/.{1,75}(?=\s|$)|.{1,75}/g) ?? []);
  return lines
    .map((line) => bankText(line, INSTRUCTIONS.length))
    .slice(0, INSTRUCTIONS.lines)
    .map((mensagem) => ({ mensagem }));
}

function filled(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

/** Five decimals: 1 % is `000000100000`. */
function percentText(hundredths: number): string {
  return filled(hundredths * 1_000, PERCENT_DIGITS);
}
