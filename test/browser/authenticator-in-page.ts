import type { Page } from 'playwright-core';

/** Touches its key, and shows who it is, whenever the page asks, until it is removed by the returned function. */
export async function addAuthenticator(page: Page): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasUserVerification: true, isUserVerified: true },
    },
  });
  return () => devTools.detach();
}
