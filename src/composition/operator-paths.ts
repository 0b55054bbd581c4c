import { registerGuides } from '../guides/index.ts';
import { registerOperatorRoutes, registerReference } from '../platform/index.ts';
import type { Room, RoomParts } from './room.ts';

/** The API reference, the guides, health and metrics. The reference sees only the routes registered after it. */
export function createOperatorPaths({ config, rooms, metrics, publicUrl }: RoomParts): Room {
  return {
    jobs: [],
    register: (app) => {
      registerReference(app, {
        title: 'Guichê',
        version: '1',
        introduction: API_INTRODUCTION[config.mode],
        securitySchemes: SECURITY_SCHEMES,
        publicUrl,
        demoCredentials: config.mode === 'production' ? undefined : DEMO_CREDENTIALS,
      });
      registerGuides(app, { publicUrl });
      registerOperatorRoutes(app, {
        metrics,
        metricsToken: config.metricsToken,
        ready: () => rooms.database.ping(),
        live: rooms.database.working,
      });
    },
    close: () => undefined,
  };
}

/** Texts of the API reference at `/docs`. */
const SECURITY_SCHEMES = {
  authenticationApi: { type: 'apiKey', in: 'header', name: 'authenticationApi' },
  authenticationKey: { type: 'apiKey', in: 'header', name: 'authenticationKey' },
  checkout: { type: 'http', scheme: 'basic' },
} as const;

const COMMON = `Gateway de pagamento com cartão. Passo a passo, em [guias](/docs/guias): a primeira venda, cartão cifrado,
3-D Secure, avisos, o caixa, a operação.

Os valores são em centavos. Erros trazem \`error.code\` (estável), \`error.message\`, \`error.field\` e \`error.requestId\`.
O mesmo \`X-Request-Id\` está na resposta e nos registros do serviço.

Na interface operacional, um \`…/Insert\` com \`id\` edita: o que falta ou é \`null\` fica como está, um texto vazio
(\`""\`) apaga o texto ou número, e \`impressora: null\` tira a impressora.`;

const API_INTRODUCTION = {
  sandbox: `${COMMON}

Esta é a **sandbox**: nada é cobrado. Credenciais de demonstração: \`authenticationApi: demo\`,
\`authenticationKey: 0123456789ABCDEF0123\`; chave pública com Basic \`C0DE0123456789ABCDEF\` :
\`0123456789ABCDEFC0DE\`. Cartão aprovado: \`4235647728025682\`; sem saldo: \`4000000000090516\`.`,
  production: COMMON,
} as const;

/** Fills the credentials of the page's examples in the sandbox. */
const DEMO_CREDENTIALS = {
  preferredSecurityScheme: [['authenticationApi', 'authenticationKey'], 'checkout'],
  securitySchemes: {
    authenticationApi: { value: 'demo' },
    authenticationKey: { value: '0123456789ABCDEF0123' },
    checkout: { username: 'C0DE0123456789ABCDEF', password: '0123456789ABCDEFC0DE' },
  },
} as const;
