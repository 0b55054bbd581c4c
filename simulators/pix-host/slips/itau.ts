import type { HostAnswer } from '../../host/faults/deliver.ts';
import { type Fields, isObject, objectOf } from '../../host/fields.ts';
import type { Call } from '../call.ts';
import { codeOf } from '../charges/wire-form.ts';
import type { Host } from '../host.ts';
import { reaisOf } from '../wire/money.ts';
import type { Slip, SlipTerms } from './book.ts';
import { addressFaults, isDay, isDocument, NOT_PLAIN } from './checks.ts';
import { addSlip, beneficiaryOf } from './register.ts';
import { dayOf, isPaid, isRegistered } from './standing.ts';

interface Fault {
  readonly campo: string;
  readonly mensagem: string;
  readonly valor?: string;
}

const LEAST = 250;

/** Registers a slip, or only looks whether it could be, by its step. */
export async function registerItauSlip(
  host: Host,
  { client, body }: Call,
  version: Slip['version'],
): Promise<HostAnswer> {
  const slip = version === 'plain' ? objectOf(body.data) : body;
  const data = objectOf(slip.dado_boleto);
  const one = individualOf(data);
  const faults = faultsOf(host, slip, one, version, beneficiaryOf(client));
  if (faults.length > 0) return refused(422, 'Dados inválidos', faults);
  const name = String(one.numero_nosso_numero);
  if (host.slips.slip(client, name)) {
    return refused(422, 'Boleto já cadastrado', [
      { campo: 'numero_nosso_numero', mensagem: 'nosso número já utilizado', valor: name },
    ]);
  }
  if (slip.etapa_processo_boleto === 'validacao')
    return { status: 200, body: answerOf(host, slip, undefined, version) };
  const portfolio = String(data.codigo_carteira);
  const beneficiary = beneficiaryOf(client);
  const made = addSlip(host, {
    client,
    name,
    id: `${beneficiary}${portfolio}${name}`,
    version,
    ourNumber: name,
    amount: amountOf(one.valor_titulo) ?? 0,
    dueOn: String(one.data_vencimento),
    limitOn: String(one.data_limite_pagamento ?? data.data_limite_pagamento ?? one.data_vencimento),
    terms: termsOf(data),
    bank: '341',
    portfolio,
    txid:
      version === 'hybrid' ? `BL${beneficiary.slice(0, 11)}${portfolio}${name.padStart(17, '0')}` : undefined,
    registrationMs: 0,
  });
  if (!isRegistered(made, host.clock)) {
    return { status: 202, body: { codigo: '202', mensagem: 'Solicitação aceita, consulte mais tarde' } };
  }
  return { status: version === 'plain' ? 200 : 201, body: answerOf(host, slip, made, version) };
}

/** `GET /boletos?id_beneficiario&codigo_carteira&nosso_numero` */
export async function findItauSlips(host: Host, { client, query }: Call): Promise<HostAnswer> {
  if (query.id_beneficiario !== beneficiaryOf(client)) {
    return refused(422, 'Dados inválidos', [
      { campo: 'id_beneficiario', mensagem: 'não pertence à credencial' },
    ]);
  }
  const slip = host.slips.slip(client, String(query.nosso_numero));
  return { status: 200, body: { data: slip ? [foundForm(host, slip)] : [] } };
}

/** `PATCH /boletos/{id}/baixa` */
export async function cancelItauSlip(host: Host, { client, params }: Call): Promise<HostAnswer> {
  const slip = host.slips.slip(client, String(params.id).slice(-8));
  if (!slip || slip.id !== params.id) return refused(404, 'Boleto não encontrado', []);
  if (isPaid(slip)) return refused(422, 'Boleto já liquidado', []);
  if (!isRegistered(slip, host.clock)) return refused(422, 'Boleto em registro, tente mais tarde', []);
  slip.isCanceled = true;
  if (slip.charge?.status === 'ATIVA') slip.charge.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
  return { status: 204, body: undefined };
}

function foundForm(host: Host, slip: Slip): Fields {
  const isReady = isRegistered(slip, host.clock);
  const state = slip.isCanceled ? 'Baixada' : isPaid(slip) ? 'Paga' : 'Em Aberto';
  return {
    id_boleto: slip.id,
    dado_boleto: {
      dados_individuais_boleto: [
        {
          ...individualForm(slip, isReady),
          situacao_geral_boleto: slip.payments.length > 0 ? 'Paga' : state,
        },
      ],
      pagamentos_cobranca: slip.payments.map(({ at, amount, interest, fine, discount }) => ({
        data_inclusao_pagamento: new Date(at).toISOString(),
        valor_pago_total_cobranca: reaisOf(amount),
        valor_pago_juros_cobranca: reaisOf(interest),
        valor_pago_multa_cobranca: reaisOf(fine),
        valor_pago_desconto_cobranca: reaisOf(discount),
      })),
    },
    ...(slip.charge && isReady ? { qrcode_pix: { emv: codeOf(slip.charge) } } : {}),
  };
}

function individualForm(slip: Slip, isReady: boolean): Fields {
  return {
    numero_nosso_numero: slip.name,
    dac_titulo: slip.digit,
    data_vencimento: slip.dueOn,
    data_limite_pagamento: slip.limitOn,
    valor_titulo: reaisOf(slip.amount),
    ...(isReady ? { codigo_barras: slip.barcode, numero_linha_digitavel: slip.line } : {}),
  };
}

function answerOf(host: Host, asked: Fields, slip: Slip | undefined, version: Slip['version']): object {
  const data = {
    ...asked,
    ...(slip ? { id_boleto: slip.id } : {}),
    dado_boleto: {
      ...objectOf(asked.dado_boleto),
      dados_individuais_boleto: [
        slip ? individualForm(slip, true) : individualOf(objectOf(asked.dado_boleto)),
      ],
    },
    ...(slip?.charge
      ? {
          dados_qrcode: {
            chave: slip.client.keys.RANDOM_KEY,
            emv: codeOf(slip.charge),
            txid: slip.charge.txid,
          },
        }
      : {}),
  };
  void host;
  return version === 'plain' ? { data } : data;
}

function individualOf(data: Fields): Fields {
  const [one] = Array.isArray(data.dados_individuais_boleto) ? data.dados_individuais_boleto : [];
  return objectOf(one);
}

function faultsOf(
  host: Host,
  slip: Fields,
  one: Fields,
  version: Slip['version'],
  beneficiary: string,
): readonly Fault[] {
  const data = objectOf(slip.dado_boleto);
  const payer = objectOf(objectOf(data.pagador).pessoa);
  const document = objectOf(payer.tipo_pessoa);
  const today = dayOf(host.clock.now());
  const amount = amountOf(one.valor_titulo);
  const told = (isWrong: boolean, campo: string, mensagem: string, valor?: unknown): readonly Fault[] =>
    isWrong ? [{ campo, mensagem, ...(typeof valor === 'string' ? { valor } : {}) }] : [];
  return [
    ...told(
      !['validacao', 'efetivacao'].includes(String(slip.etapa_processo_boleto)),
      'etapa_processo_boleto',
      'deve ser validacao ou efetivacao',
    ),
    ...told(
      objectOf(slip.beneficiario).id_beneficiario !== beneficiary,
      'id_beneficiario',
      'não pertence à credencial',
    ),
    ...told(!/^\d{8}$/.test(String(one.numero_nosso_numero)), 'numero_nosso_numero', 'deve ter 8 dígitos'),
    ...told(
      !(version === 'plain' ? /^\d{17}$/ : /^\d+\.\d{2}$/).test(String(one.valor_titulo)),
      'valor_titulo',
      'não respeita o formato',
      one.valor_titulo,
    ),
    ...told(amount !== undefined && amount < LEAST, 'valor_titulo', 'valor abaixo do mínimo'),
    ...told(
      !isDay(one.data_vencimento) || String(one.data_vencimento) < today,
      'data_vencimento',
      'data de vencimento inválida ou no passado',
      one.data_vencimento,
    ),
    ...told(NOT_PLAIN.test(String(payer.nome_pessoa)), 'nome_pessoa', 'caracteres especiais não aceitos'),
    ...told(
      String(payer.nome_pessoa ?? '').length > 50 || !payer.nome_pessoa,
      'nome_pessoa',
      'obrigatório, até 50',
    ),
    ...told(
      !isDocument(
        document.numero_cadastro_pessoa_fisica ?? document.numero_cadastro_nacional_pessoa_juridica,
      ),
      'numero_cadastro_pessoa_fisica',
      'documento do pagador inválido',
    ),
    ...addressFaults(objectOf(objectOf(data.pagador).endereco), {
      nome_logradouro: 45,
      nome_bairro: 15,
      nome_cidade: 20,
    }).map((campo) => ({ campo, mensagem: 'inválido' })),
    ...told(
      !/^\d{8}$/.test(String(objectOf(objectOf(data.pagador).endereco).numero_CEP)),
      'numero_CEP',
      'CEP inválido',
    ),
  ];
}

function amountOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{17}$/.test(value)) return Number(value);
  return /^\d+\.\d{2}$/.test(value) ? Number(value.replace('.', '')) : undefined;
}

function termsOf({ juros, multa, desconto }: Fields): SlipTerms {
  const [interest, fine, discount] = [objectOf(juros), objectOf(multa), objectOf(desconto)];
  const percent = (value: unknown) => Math.round(Number(value) / 1_000);
  const list: readonly unknown[] = Array.isArray(discount.descontos) ? discount.descontos : [];
  return {
    interest:
      interest.codigo_tipo_juros === '90'
        ? { type: 'percent', value: percent(interest.percentual_juros) }
        : interest.codigo_tipo_juros === '93'
          ? { type: 'amount', value: Number(interest.valor_juros) }
          : undefined,
    fine:
      fine.codigo_tipo_multa === '02'
        ? { type: 'percent', value: percent(fine.percentual_multa) }
        : fine.codigo_tipo_multa === '01'
          ? { type: 'amount', value: Number(fine.valor_multa) }
          : undefined,
    discounts: list.filter(isObject).map((one) => ({
      until: String(one.data_desconto),
      ...(discount.codigo_tipo_desconto === '02'
        ? { type: 'percent', value: percent(one.percentual_desconto) }
        : { type: 'amount', value: Number(one.valor_desconto) }),
    })),
  };
}

function refused(status: number, mensagem: string, campos: readonly Fault[]): HostAnswer {
  return { status, body: { codigo: String(status), mensagem, campos } };
}
