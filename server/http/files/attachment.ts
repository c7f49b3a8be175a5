/** In: the name that a person gave a file. Out: the header that saves it under that name, whatever characters it has (RFC 6266). */
export function attachmentNamed(name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="document"; filename*=UTF-8''${encoded}`;
}
