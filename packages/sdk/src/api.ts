/** Made by generate-types.ts from the API description of the service. */

/** A sale, as it is sent. */
export interface SaleRequest {
  /** De um link de pagamento da loja (POST /v1/intention): esta venda o paga, e nenhuma outra o paga depois */
  readonly transactionId?: string;
  /** Referência da loja; pode repetir */
  readonly referenceId?: string;
  readonly description?: string;
  /** Valor em centavos, como texto ou número */
  readonly amount: string | number;
  /** Navegador do comprador; exigido no 3-D Secure */
  readonly userAgent?: string;
  /** Navegador do comprador; exigido no 3-D Secure */
  readonly device?: {
    /** Bits por pixel */
    readonly colorDepth: number;
    readonly deviceType3ds: string;
    /** Se o navegador executa Java */
    readonly javaEnabled: boolean;
    /** Idioma, como etiqueta BCP 47 */
    readonly language: string;
    /** Pixels */
    readonly screenHeight: number;
    /** Pixels */
    readonly screenWidth: number;
    /** Horas até o UTC */
    readonly timeZoneOffset: number;
  };
  /** Endereço http(s) avisado a cada mudança de status */
  readonly postBackUrl?: string;
  /** Para onde o comprador volta depois do 3-D Secure */
  readonly returnUrl?: string;
  /** Nome antigo de returnUrl */
  readonly redirectUrl?: string;
  readonly customer?: {
    readonly name?: string;
    /** CPF ou CNPJ */
    readonly document?: string;
  };
  readonly payment: {
    readonly card: {
      /** 1 crédito (padrão), 2 débito */
      readonly type?: number;
      /** true autoriza e captura; padrão false */
      readonly capture?: boolean;
      /** Parcelas; padrão 1 */
      readonly installments?: number;
      /** 3 juros da loja (padrão), 4 do emissor */
      readonly interestType?: number;
      /** 1 só autenticada, 2 autenticada ou não, 3 sem autenticação (padrão no crédito). No débito é sempre 1, seja qual for o valor enviado */
      readonly authenticate?: number;
      /** Texto na fatura do comprador */
      readonly softDescriptor?: string;
      /** Guarda o cartão de uma venda aprovada no crédito: cardInfo.token na resposta */
      readonly saveCard?: boolean;
      /** Cobrança recorrente: com saveCard a primeira, com token as seguintes */
      readonly recurrent?: boolean;
      /** Adquirente */
      readonly provider?: string;
      readonly providerVersion?: string;
      readonly cardInfo: {
        /** Dados do cartão cifrados; no lugar dos campos em claro */
        readonly cardHash?: string;
        /** Cartão guardado; no lugar dos dados do cartão, só no crédito. cvv é opcional */
        readonly token?: string;
        readonly number?: string;
        readonly expirationMonth?: string;
        readonly expirationYear?: string;
        readonly cvv?: string;
        readonly brand?: string;
        readonly holderName?: string;
      };
    };
  };
}

/** A transaction, as it is answered. */
export interface Transaction {
  /** UUID */
  readonly transactionId: string;
  readonly referenceId?: string;
  readonly description?: string;
  /** Valor autorizado, em centavos */
  readonly amount: string;
  /** - `0` TRANSACAO INICIADA: aguarda a autenticação do comprador (3-D Secure) - `1` INTENCAO: link de pagamento: o comprador ainda não pagou - `4` EXPIRADA: o comprador não terminou a tempo; nada foi cobrado - `5` AUTORIZADA: autorizada e não capturada - `6` CONFIRMADA: capturada - `7` NEGADA: recusada pelo emissor, pelo adquirente ou na autenticação - `8` CANCELAMENTO EM ANDAMENTO: devolução aceita, ou com a resposta perdida; ainda não é final - `9` CANCELADA: cancelada ou devolvida por inteiro, ou desfeita - `10` PENDENTE DE CONFIRMACAO: a resposta do adquirente ainda não é conhecida; resolve-se sozinha - `11` FALHA NA COMUNICACAO COM FORNECEDOR: falha; comprovado que nada foi cobrado - `12` INTENCAO CANCELADA: a loja cancelou o link de pagamento antes de ele ser pago */
  readonly status: 0 | 1 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12;
  /** Data local, yyyy-MM-ddTHH:mm:ss */
  readonly dtTransaction: string;
  /** Até quando um link de pagamento vale, data local */
  readonly dtExpiration?: string;
  readonly userAgent?: string;
  readonly postBackUrl?: string;
  readonly returnUrl?: string;
  readonly customer?: {
    readonly name?: string;
    readonly document?: string;
  };
  readonly payment: {
    readonly card: {
      readonly type: number;
      readonly capture: boolean;
      readonly installments: number;
      /** Só em links de pagamento */
      readonly fixedInstallments?: boolean;
      readonly interestType: number;
      readonly authenticate: number;
      readonly softDescriptor?: string;
      readonly saveCard: boolean;
      readonly recurrent: boolean;
      readonly provider: string;
      readonly providerVersion: string;
      readonly integrationType: number;
      /** Identificador no adquirente */
      readonly providerReference?: string;
      /** 00 aprovada; senão o código da bandeira (ABECS) */
      readonly providerCode?: string;
      readonly providerMessage?: string;
      readonly authenticationECI?: number;
      readonly codAuthorization?: string;
      /** Centavos */
      readonly capturedAmount?: string;
      /** Centavos: liberados antes da captura, devolvidos depois dela */
      readonly refundedAmount?: string;
      /** Ausente enquanto um link de pagamento não foi pago */
      readonly cardInfo?: {
        /** 6 primeiros e 4 últimos dígitos */
        readonly number: string;
        readonly expirationMonth: string;
        readonly expirationYear: string;
        /** *** */
        readonly cvv?: string;
        readonly brand?: string;
        readonly holderName?: string;
        /** Do cartão guardado: com saveCard numa venda aprovada, ou o que pagou a venda */
        readonly token?: string;
      };
    };
  };
  /** Sem 3-D Secure, os campos que puderam ser lidos */
  readonly device?: {
    /** Bits por pixel */
    readonly colorDepth?: number;
    readonly deviceType3ds?: string;
    /** Se o navegador executa Java */
    readonly javaEnabled?: boolean;
    /** Idioma, como etiqueta BCP 47 */
    readonly language?: string;
    /** Pixels */
    readonly screenHeight?: number;
    /** Pixels */
    readonly screenWidth?: number;
    /** Horas até o UTC */
    readonly timeZoneOffset?: number;
  };
  /** Endereço para onde o comprador é levado, enquanto o status é 0 */
  readonly redirectUrl?: string;
}

/** A payment link, as it is asked for. */
export interface LinkRequest {
  /** Referência da loja; pode repetir */
  readonly referenceId?: string;
  /** O que é comprado; o comprador vê este texto */
  readonly description?: string;
  /** Valor em centavos, como texto ou número */
  readonly amount: string | number;
  /** Endereço http(s) avisado a cada mudança de status */
  readonly postBackUrl?: string;
  /** Para onde o comprador vai no fim */
  readonly redirectUrl?: string;
  /** Outro nome de redirectUrl */
  readonly returnUrl?: string;
  /** Até quando o link vale, hora local yyyy-MM-ddTHH:mm:ss; padrão 7 dias, no máximo 1 ano */
  readonly dtExpiration?: string;
  readonly customer?: {
    readonly name?: string;
    /** CPF ou CNPJ */
    readonly document?: string;
  };
  /** true: a página pede o CPF ou CNPJ do titular; padrão false */
  readonly askDocument?: boolean;
  readonly payment: {
    readonly card: {
      /** 0 o comprador escolhe, 1 crédito (padrão), 2 débito */
      readonly type?: number;
      /** true autoriza e captura; padrão false */
      readonly capture?: boolean;
      /** Máximo de parcelas que o comprador escolhe; padrão 1 */
      readonly installments?: number;
      /** true: exatamente esse número de parcelas; padrão false */
      readonly fixedInstallments?: boolean;
      /** 3 juros da loja (padrão), 4 do emissor */
      readonly interestType?: number;
      /** 1 só autenticada, 2 autenticada ou não, 3 sem autenticação (padrão no crédito) */
      readonly authenticate?: number;
      /** Texto na fatura do comprador */
      readonly softDescriptor?: string;
      readonly saveCard?: boolean;
      readonly recurrent?: boolean;
      /** Adquirente */
      readonly provider?: string;
      readonly providerVersion?: string;
    };
  };
}

/** A payment link, as it is answered. */
export interface PaymentLink {
  /** UUID */
  readonly transactionId: string;
  /** Página em que o comprador paga */
  readonly url: string;
  /** Sempre 1, INTENCAO */
  readonly status: number;
}

/** A card that is to be kept. */
export interface CardRequest {
  /** Referência da loja; pode repetir */
  readonly referenceId?: string;
  /** Aceito e devolvido */
  readonly postBackUrl?: string;
  /** Adquirente que guarda o cartão; padrão: o da loja */
  readonly provider?: string;
  readonly cardInfo: {
    /** Dados do cartão cifrados; no lugar dos campos em claro */
    readonly cardHash?: string;
    readonly number?: string;
    readonly expirationMonth?: string;
    readonly expirationYear?: string;
    /** Só para conferir o cartão; nunca é guardado */
    readonly cvv?: string;
    readonly brand?: string;
    readonly holderName?: string;
  };
}

/** A page on which a card is typed. */
export interface CardFormRequest {
  /** Referência da loja; pode repetir */
  readonly referenceId?: string;
  /** Aceito e devolvido */
  readonly postBackUrl?: string;
  /** Para onde o titular vai no fim */
  readonly redirectUrl?: string;
  /** Adquirente que guarda o cartão; padrão: o da loja */
  readonly provider?: string;
  readonly cardInfo?: {
    readonly brand?: string;
  };
}

/** A kept card, or the page on which it is typed. */
export interface KeptCard {
  /** UUID */
  readonly tokenizationId: string;
  readonly referenceId?: string;
  readonly postBackUrl?: string;
  readonly redirectUrl?: string;
  /** Página em que o titular digita o cartão; só enquanto ela aceita um cartão */
  readonly url?: string;
  /** Adquirente que guarda o cartão */
  readonly provider?: string;
  /** Sempre true */
  readonly saveCard: boolean;
  /** Sem token enquanto ninguém digitou o cartão */
  readonly cardInfo?: {
    /** 6 primeiros e 4 últimos dígitos */
    readonly number?: string;
    readonly expirationMonth?: string;
    readonly expirationYear?: string;
    readonly brand?: string;
    /** Paga vendas em payment.card.cardInfo.token */
    readonly token?: string;
    readonly holderName?: string;
  };
}

/** A transaction in a list. */
export interface ListedTransaction {
  readonly transactionId: string;
  readonly amount: string;
  /** - `0` TRANSACAO INICIADA: aguarda a autenticação do comprador (3-D Secure) - `1` INTENCAO: link de pagamento: o comprador ainda não pagou - `4` EXPIRADA: o comprador não terminou a tempo; nada foi cobrado - `5` AUTORIZADA: autorizada e não capturada - `6` CONFIRMADA: capturada - `7` NEGADA: recusada pelo emissor, pelo adquirente ou na autenticação - `8` CANCELAMENTO EM ANDAMENTO: devolução aceita, ou com a resposta perdida; ainda não é final - `9` CANCELADA: cancelada ou devolvida por inteiro, ou desfeita - `10` PENDENTE DE CONFIRMACAO: a resposta do adquirente ainda não é conhecida; resolve-se sozinha - `11` FALHA NA COMUNICACAO COM FORNECEDOR: falha; comprovado que nada foi cobrado - `12` INTENCAO CANCELADA: a loja cancelou o link de pagamento antes de ele ser pago */
  readonly status: 0 | 1 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12;
  readonly dtTransaction: string;
}
