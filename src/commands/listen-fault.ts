/** What an operator does about an address that the service cannot listen on; undefined for any other error. */
export function listenFault(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  const port = 'port' in error ? `a porta ${error.port}` : 'essa porta';
  switch (error.code) {
    case 'EADDRINUSE':
      return `GUICHE_PORT: outro programa já escuta n${port}: encerre-o, ou escolha outra, como GUICHE_PORT=8081`;
    case 'EACCES':
      return `GUICHE_PORT: este usuário não pode escutar n${port}: escolha uma a partir de 1024`;
    case 'EADDRNOTAVAIL':
      return 'GUICHE_HOST: esta máquina não tem esse endereço';
    case 'ENOTFOUND':
      return 'GUICHE_HOST: não se conhece endereço para esse nome';
    default:
      return undefined;
  }
}
