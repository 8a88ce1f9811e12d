package rollbook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrSignature says that a request was not signed with any of the secrets, or too long ago.
var ErrSignature = errors.New("rollbook: the webhook's signature is not valid")

const webhookTolerance = 5 * time.Minute

// VerifyWebhook returns the event of a request as it was received, by https://www.standardwebhooks.com. While a secret is being rotated, give
// the old one and the new one. A delivery may come twice: the event's Id tells.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) (*PublishedEvent, error) {
	id, sentAt := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > webhookTolerance {
		return nil, ErrSignature
	}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 {
			return nil, errors.New("rollbook: a webhook secret is whsec_ and base64")
		}
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.%s", id, sentAt, body)
		wanted := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, signature := range strings.Fields(header.Get("webhook-signature")) {
			if hmac.Equal([]byte(signature), []byte(wanted)) {
				var event PublishedEvent
				return &event, json.Unmarshal(body, &event)
			}
		}
	}
	return nil, ErrSignature
}
