import { type Fields, list } from '../../http/index.ts';
import { accessAt, type SlipAccount } from '../account.ts';
import type { SlipDialect } from '../dialect.ts';
import type { SlipPaths } from '../paths.ts';
import { itauCreated, itauFound } from './read.ts';
import { itauBody, itauNumber } from './register.ts';

const PLAIN = 'https://api.itau.com.br/cash_management/v2';
const HYBRID = 'https://secure.api.itau/pix_recebimentos_conciliacoes/v2';
const QUERY = 'https://secure.api.cloud.itau.com.br/boletoscash/v2';
const NUMBER = /^\d{8}$/;
const PATHS: SlipPaths = new Map([
  ['valor_titulo', 'amount'],
  ['valor_total_titulo', 'amount'],
  ['data_vencimento', 'payment.bankSlip.expirationDate'],
  ['data_limite_pagamento', 'payment.bankSlip.payableDaysAfterDue'],
  ['lista_mensagens_cobranca', 'payment.bankSlip.instructions'],
  ['juros', 'payment.bankSlip.interest'],
  ['multa', 'payment.bankSlip.fine'],
  ['desconto', 'payment.bankSlip.discount'],
  ['nome_pessoa', 'customer.name'],
  ['numero_cadastro_pessoa_fisica', 'customer.document'],
  ['numero_cadastro_nacional_pessoa_juridica', 'customer.document'],
  ['nome_logradouro', 'customer.address.address'],
  ['nome_bairro', 'customer.address.district'],
  ['nome_cidade', 'customer.address.city'],
  ['sigla_UF', 'customer.address.state'],
  ['numero_CEP', 'customer.address.zipcode'],
]);

/** Itaú: cash_management v2 for plain slips, boletos-pix for hybrid ones. */
export const ITAU: SlipDialect = {
  provider: 'ITAU',
  version: '2',
  terms: { leastAmount: 250, mostDaysAfterDue: 60 },
  create: (account, request) => {
    const number = itauNumber(request.number);
    if (number === undefined) return 'the numbers of the account are used up';
    const body = itauBody(account, request, number);
    return account.isHybrid
      ? { access: accessAt(account, HYBRID), call: { method: 'POST', path: '/boletos_pix', body } }
      : { access: accessAt(account, PLAIN), call: { method: 'POST', path: '/boletos', body } };
  },
  readCreated: (fields, account, { number }) =>
    itauCreated(fields as Fields, account, itauNumber(number) ?? ''),
  query: (account, { number }) => {
    const { beneficiary, portfolio } = account;
    const query = {
      id_beneficiario: beneficiary,
      codigo_carteira: portfolio,
      nosso_numero: itauNumber(number) ?? '',
    };
    return { access: accessAt(account, QUERY), call: { method: 'GET', path: '/boletos', query } };
  },
  readFound: (fields, account, { number }) => itauFound(fields as Fields, account, itauNumber(number) ?? ''),
  remove: (account, { number }) => ({
    access: accessAt(account, PLAIN),
    call: { method: 'PATCH', path: `/boletos/${nameOf(account, number)}/baixa`, body: {} },
  }),
  paths: PATHS,
  isTaken: (text) => /já (utilizado|cadastrado)/i.test(text),
  isBusy: (text) => /processamento|em registro/i.test(text),
  notices: () => undefined,
  readNotice: (body) => {
    const told = typeof body === 'object' && body !== null ? (list(body as Fields, 'boletos') ?? []) : [];
    return told.flatMap(({ numeroNossoNumero: number }) =>
      typeof number === 'string' && NUMBER.test(number)
        ? [{ reference: undefined, number: Number(number) }]
        : [],
    );
  },
};

function nameOf({ beneficiary, portfolio }: SlipAccount, number: number): string {
  return `${beneficiary}${portfolio}${itauNumber(number) ?? ''}`;
}
