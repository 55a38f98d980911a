/// The lines for an Application Load Balancer of AWS (Elastic Load Balancing, "Security policies for your Application
/// Load Balancer"). A named policy sets versions and suites together.
enum ALBDirectives {
    /// The place of the lines in the configuration, as sentences.
    static let placement =
        "With the AWS CLI; put your own ARN in the place of each word that ends in _ARN."

    /// The lines that meet a need, or the sentence that tells why there are none.
    static func lines(for need: ConfigurationNeed) -> Directives {
        switch need {
        case .listener(let port):
            return Directives(
                [
                    "aws elbv2 create-listener --load-balancer-arn LOAD_BALANCER_ARN --protocol HTTPS --port \(port) "
                        + "--ssl-policy \(policy) --certificates CertificateArn=CERTIFICATE_ARN "
                        + "--default-actions Type=forward,TargetGroupArn=TARGET_GROUP_ARN"
                ])
        case .protocols, .cipherSuites, .extendedMasterSecret:
            return Directives(
                ["aws elbv2 modify-listener --listener-arn LISTENER_ARN --ssl-policy \(policy)"],
                notes: [
                    "The policy has TLS 1.2 and TLS 1.3, and only suites with ECDHE, some of them with CBC. "
                        + "With TLS 1.2, ELBSecurityPolicy-TLS13-1-2-Res-2021-06 has only AES-GCM."
                ])
        case .groups:
            return .none("A load balancer has no setting for groups: choose another security policy, or ask AWS.")
        case .signatures:
            return .none("A load balancer has no setting for signatures: choose another security policy, or ask AWS.")
        case .chain:
            return Directives(
                [
                    "aws acm import-certificate --certificate-arn CERTIFICATE_ARN --certificate "
                        + "fileb://certificate.pem --certificate-chain fileb://issuers.pem "
                        + "--private-key fileb://privkey.pem"
                ], notes: ["Certificates that ACM issues have the whole chain."])
        }
    }

    private static let policy = "ELBSecurityPolicy-TLS13-1-2-2021-06"
}
