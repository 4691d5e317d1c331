/** What is done once before all tests. */

/** Node reads these certificates at each start, which costs more than a small check. The tests need no others. */
export default function setUp() {
  delete process.env.NODE_EXTRA_CA_CERTS;
}
