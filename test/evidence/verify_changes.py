"""Reads "offset mask" a line and prints what the verifier says of the bundle with that byte changed."""
import importlib.util, os.path, sys

sys.path.insert(0, os.path.dirname(sys.argv[1]))
spec = importlib.util.spec_from_file_location('verify_bundle', sys.argv[1])
verifier = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verifier)
with open(sys.argv[2], 'rb') as file:
    whole = file.read()
for line in sys.stdin:
    at, mask = map(int, line.split())
    data = bytearray(whole)
    data[at] ^= mask
    try:
        result = verifier.verify(bytes(data), 1795219200, [])
        failed = [name for name, state, _ in result['claims'] if state == 'failed']
        print(' '.join(list(result['faults']) + failed) or 'passed')
    except verifier.Refused as refused:
        print(ascii(refused.args[0]))
