/** Texts of the API reference at `/docs`. */
export const SECURITY_SCHEMES = {
  authenticationApi: { type: 'apiKey', in: 'header', name: 'authenticationApi' },
  authenticationKey: { type: 'apiKey', in: 'header', name: 'authenticationKey' },
  checkout: { type: 'http', scheme: 'basic' },
} as const;

const COMMON = `Gateway de pagamento com cartão.

Os valores são em centavos. Erros trazem \`error.code\` (estável), \`error.message\`, \`error.field\` e \`error.requestId\`.
O mesmo \`X-Request-Id\` está na resposta e nos registros do serviço.

Na interface operacional, um \`…/Insert\` com \`id\` edita: o que falta ou é \`null\` fica como está, um texto vazio
(\`""\`) apaga o texto ou número, e \`impressora: null\` tira a impressora.`;

export const API_INTRODUCTION = {
  sandbox: `${COMMON}

Esta é a **sandbox**: nada é cobrado. Credenciais de demonstração: \`authenticationApi: demo\`,
\`authenticationKey: 0123456789ABCDEF0123\`; chave pública com Basic \`C0DE0123456789ABCDEF\` :
\`0123456789ABCDEFC0DE\`. Cartão aprovado: \`4235647728025682\`; sem saldo: \`4000000000090516\`.`,
  production: COMMON,
} as const;

/** Fills the credentials of the page's examples in the sandbox. */
export const DEMO_CREDENTIALS = {
  preferredSecurityScheme: [['authenticationApi', 'authenticationKey'], 'checkout'],
  securitySchemes: {
    authenticationApi: { value: 'demo' },
    authenticationKey: { value: '0123456789ABCDEF0123' },
    checkout: { username: 'C0DE0123456789ABCDEF', password: '0123456789ABCDEFC0DE' },
  },
} as const;
