/** Whether this browser supports passkeys: on a secure page, and new enough to read the options as JSON. */
export function browserHasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  );
}

type Options = Readonly<Record<string, unknown>>;

/** Asks the browser to create a passkey. Throws with a Portuguese message. */
export async function makePasskey(options: Options) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = await asked(() => navigator.credentials.create({ publicKey }));
  const { id, rawId, response } = made.toJSON() as RegistrationResponseJSON;
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    ...{ id, rawId, type: 'public-key' as const },
    response: { clientDataJSON, attestationObject, transports },
  };
}

/** Asks the browser for one of the user's passkeys. Throws with a Portuguese message. */
export async function answerByPasskey(options: Options) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const used = await asked(() => navigator.credentials.get({ publicKey }));
  const { id, rawId, response } = used.toJSON() as AuthenticationResponseJSON;
  const { clientDataJSON, authenticatorData, signature } = response;
  return {
    ...{ id, rawId, type: 'public-key' as const },
    response: { clientDataJSON, authenticatorData, signature },
  };
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const given = await ask();
    if (given instanceof PublicKeyCredential) return given;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') {
      throw new Error('Este aparelho já tem uma chave de acesso sua.');
    }
    if (!(error instanceof DOMException)) throw error;
  }
  throw new Error('O navegador não confirmou: o pedido foi cancelado, demorou demais ou não há chave aqui.');
}
