import type { FastifyRequest } from 'fastify';

/** What proxies, load balancers and content networks add to the requests that they pass on. */
const FORWARDING_HEADER =
  /^(?:x-forwarded(?:-.*)?|x-original-.*|x-envoy-.*|x-arr-.*|x-azure-.*|x-real-ip|x-client-ip|x-cluster-client-ip|x-proxyuser-ip|x-appengine-user-ip|client-ip|true-client-ip|cf-.*|fastly-.*|cdn-loop|forwarded|via|proxy-.*|max-forwards)$/;

/**
 * True for a caller on this machine. A request with any trace of forwarding is never one, whatever address it
 * names and whether or not the proxy is trusted: anybody may be behind it.
 */
export function isLoopback(request: FastifyRequest): boolean {
  if (wasForwarded(request)) return false;
  const { clientAddress } = request;
  return /^(?:::ffff:)?127\./.test(clientAddress) || clientAddress === '::1';
}

function wasForwarded({ raw }: FastifyRequest): boolean {
  return Object.keys(raw.headers).some((name) => FORWARDING_HEADER.test(name));
}
